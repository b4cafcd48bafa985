/**
 * What must never be in a log line, wherever it comes from: passwords, private keys (the member `d` of a
 * JWK), signatures, and the arguments that ioredis leaves in its errors, AUTH's among them. No line of
 * ours has one; this is for the line that somebody writes tomorrow.
 */
const members = ['password', 'sasl', 'authorization', 'cookie', 'signature', 'd'];

export const redaction = {
  paths: [
    ...members.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]),
    ...['command.args', '*.command.args', 'previousErrors', '*.previousErrors'],
  ],
  censor: '[secret]',
};
