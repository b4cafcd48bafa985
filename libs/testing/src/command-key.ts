import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { readCommandKeys, type CommandKeys } from '#contract';

const allRoles = ['configure', 'operate', 'adjust'];

export interface CommandKey {
  readonly privateKey: KeyObject;
  /** The public half as a member of a key set. */
  readonly jwk: object;
  /** A key set that holds it alone. */
  readonly keys: CommandKeys;
}

/** A fresh key pair `ops-1` with all roles; `changes` overrides members of its public JWK. */
export function newCommandKey(changes: object = {}): CommandKey {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const { kty, crv, x } = publicKey.export({ format: 'jwk' });
  const jwk = { kty, crv, x, kid: 'ops-1', roles: allRoles, ...changes };
  return { privateKey, jwk, keys: readCommandKeys(JSON.stringify({ keys: [jwk] })) };
}
