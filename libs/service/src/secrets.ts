/** Passwords, private keys (`d` of a JWK), signatures, and the arguments in errors of ioredis. */
const members = ['password', 'sasl', 'authorization', 'cookie', 'signature', 'd'];

export const redaction = {
  paths: [
    ...members.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]),
    ...['command.args', '*.command.args', 'previousErrors', '*.previousErrors'],
  ],
  censor: '[secret]',
};
