/**
 * What must never be in a log line: passwords, private keys (the member `d` of a JWK), signatures,
 * and the arguments that ioredis leaves in its errors, such as those of AUTH. No line of ours has
 * one today; this protects the lines that are written later.
 */
const members = ['password', 'sasl', 'authorization', 'cookie', 'signature', 'd'];

export const redaction = {
  paths: [
    ...members.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]),
    ...['command.args', '*.command.args', 'previousErrors', '*.previousErrors'],
  ],
  censor: '[secret]',
};
