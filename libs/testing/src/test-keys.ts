import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { encodeEvent, jwkOf, readRoot, signRecord, type Root } from '#contract';
import { roles, type Authority, type SigningKey } from '#pools';

/** Id of the ledger in tests. */
export const testLedger = 'test-ledger';

/** A key pair with a name. */
export interface TestKey {
  readonly kid: string;
  readonly privateKey: KeyObject;
  /** The public half as a member of a JWK set. */
  readonly jwk: {
    readonly kty: 'OKP';
    readonly crv: 'Ed25519';
    readonly kid: string;
    readonly x: string;
  };
}

export function newKey(kid = 'ops-1'): TestKey {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const { x = '' } = publicKey.export({ format: 'jwk' });
  return { kid, privateKey, jwk: { kty: 'OKP', crv: 'Ed25519', kid, x } };
}

/** The file of its private half, for `COMMAND_KEY`. */
export function keyFileOf({ kid, privateKey }: TestKey): string {
  return JSON.stringify({ ...privateKey.export({ format: 'jwk' }), kid, ledger: testLedger });
}

/** The root for `COMMAND_ROOT`, with these keys. */
export function rootOf(...keys: readonly TestKey[]): {
  readonly root: Root;
  readonly text: string;
} {
  const text = JSON.stringify({ keys: keys.map(({ jwk }) => jwk) });
  return { root: readRoot(text), text };
}

/** A key in the form of a set; by default with all roles and a holder of its own name. */
export function signingKey(
  { kid, jwk }: TestKey,
  { holder = kid, roles: own = roles as SigningKey['roles'] }: Partial<SigningKey> = {},
): SigningKey {
  return { kid, holder, roles: own, x: jwk.x };
}

/** A partition in which these keys are in force. */
export function authorityOf(root: Root, ...keys: readonly SigningKey[]): Authority {
  return {
    ledger: testLedger,
    root: root.thumbprint,
    laterRoot: null,
    version: 1,
    edition: 1,
    keys: new Map(keys.map((key) => [key.kid, key])),
    retired: [],
    sequences: new Map(),
  };
}

interface KeysRecord {
  readonly version: number;
  readonly sequence: number;
  readonly ledger: string;
  /** Approximate time of its record, epoch ms. */
  readonly atMs: number;
}

/** The expiry of a command that is recorded about `atMs`, epoch ms. */
export function dayAfter(atMs: number): Date {
  return new Date(atMs + 86_400_000);
}

/** The value and the signature of a `keys.set`, the same for every partition. */
export function keysRecord(
  keys: readonly SigningKey[],
  signer: TestKey,
  {
    version = 1,
    sequence = version,
    ledger = testLedger,
    atMs = Date.now(),
  }: Partial<KeysRecord> = {},
): { readonly value: Buffer; readonly headers: { readonly signature: string } } {
  const data = { version, edition: 1, keys: keys.map(jwkOf) };
  const id = `${signer.kid}/${sequence}`;
  const from = { id, source: signer.kid, sequence, expires: dayAfter(atMs) };
  const event = { type: 'keys.set', ...from, subject: ledger, data };
  const value = Buffer.from(JSON.stringify(encodeEvent(event)));
  return {
    value,
    headers: { signature: signRecord(ledger, value, signer.kid, signer.privateKey) },
  };
}
