/**
 * Members that hold passwords, private keys (`d` of a JWK), signatures, or arguments in errors of
 * ioredis.
 */
const members = ['password', 'sasl', 'authorization', 'cookie', 'signature', 'd'];

export const redaction = {
  paths: [
    ...members.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]),
    ...['command.args', '*.command.args', 'previousErrors', '*.previousErrors'],
  ],
  censor: '[secret]',
};

/** The address of a request without the token that it may contain. */
export function withoutToken(url: string): string {
  const [path = '', query] = url.split('?', 2);
  if (query === undefined) return path;
  const parameters = new URLSearchParams(query);
  if (parameters.has('token')) parameters.set('token', redaction.censor);
  return `${path}?${parameters}`;
}
