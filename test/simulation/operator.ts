import { createHash, createPrivateKey, createPublicKey } from 'node:crypto';
import { readCommandKeys, signCommand } from '#contract';

/** PKCS #8 of an Ed25519 key is this and its 32 bytes; always the same, so that stories repeat. */
const privateKey = createPrivateKey({
  key: Buffer.concat([
    Buffer.from('302e020100300506032b657004220420', 'hex'),
    createHash('sha256').update('the operator of the simulation').digest(),
  ]),
  format: 'der',
  type: 'pkcs8',
});
const jwk = {
  ...createPublicKey(privateKey).export({ format: 'jwk' }),
  kid: 'ops-1',
  roles: ['configure', 'operate', 'adjust'],
};

export const commandKeys = readCommandKeys(JSON.stringify({ keys: [jwk] }));

export function signed(value: Buffer): Record<string, Buffer> {
  return { signature: Buffer.from(signCommand(value, 'ops-1', privateKey)) };
}
