import { createPublicKey, hash, sign, verify, type KeyObject } from 'node:crypto';
import { rootKeysOf, type Authority, type RootKeys, type SigningKey } from '#pools';
import type { Refusal } from '#rules';
import { publicHalf, rootSchema } from './jwk.js';
import { whyNotTouched } from './passkeys.js';
import { faultsOf, withoutValue } from './sentences.js';

/** The keys that may put a set of keys in force whatever the log says: the only trusted input. */
export interface Root {
  readonly keys: RootKeys;
  /** SHA-256 of its public keys in order, base64url. */
  readonly thumbprint: string;
}

/** @throws Error with one sentence that names the key and the fault. */
export function readRoot(text: string): Root {
  let written: unknown;
  try {
    written = JSON.parse(text);
  } catch {
    throw new Error('it is not JSON');
  }
  const read = rootSchema.safeParse(written, { error: withoutValue });
  if (!read.success) throw new Error(faultsOf(read.error, 'it')[0]);
  const keys = rootKeysOf(read.data.keys);
  return { keys, thumbprint: thumbprintOf(keys) };
}

/** The root at a place of the log: the first one, or the root from the last `root.set`. */
export function rootInForce(
  { laterRoot }: Pick<Authority, 'laterRoot'>,
  first: Pick<Root, 'keys'>,
): RootKeys {
  return laterRoot ?? first.keys;
}

/** Thumbprint of the root in force; null in a partition without keys. */
export function thumbprintInForce({
  laterRoot,
  root,
}: Pick<Authority, 'laterRoot' | 'root'>): string | null {
  return laterRoot ? thumbprintOf(laterRoot) : root;
}

/**
 * Short print of a public key that people compare: 96 bits of its SHA-256, as 16 characters of
 * base64url; for a passkey the hash also covers where it is valid.
 */
export function keyPrint({ x, passkey }: Pick<SigningKey, 'x' | 'passkey'>): string {
  const print = hash('sha256', `${x}${passkey?.y ?? ''}`, 'base64url').slice(0, 16);
  if (!passkey) return print;
  return `${print}, passkey of ${passkey.rpId} at ${passkey.origins.join(', ')}`;
}

function thumbprintOf(keys: RootKeys): string {
  const all = [...keys.values()].map(({ x }) => x).toSorted();
  return hash('sha256', all.join('\n'), 'base64url');
}

/**
 * Signs with the key of a file. The header `signature` is `<kid>:<base64 of Ed25519>` over the
 * ledger's id, a line feed and the value. The id makes a signature valid in one ledger only.
 */
export function signRecord(
  ledger: string,
  value: Buffer,
  kid: string,
  privateKey: KeyObject,
): string {
  return `${kid}:${sign(null, signedBytes(ledger, value), privateKey).toString('base64')}`;
}

/** The key that a header `signature` names. */
export function kidOf(header: string): string {
  return header.slice(0, Math.max(0, header.indexOf(':')));
}

/**
 * Returns the key that signed a value, or the reason why it did not.
 * @param keys by key id.
 */
export function verifySignature(
  keys: Authority['keys'],
  ledger: string,
  header: string,
  value: Buffer,
): { key: SigningKey } | { refused: Refusal<'bad-signature'> } {
  const kid = kidOf(header);
  if (kid === '') return badSignature('The signature is not of the form <kid>:<signature>.');
  const key = keys.get(kid);
  if (!key) return badSignature(`There is no key ${kid}.`);
  const { passkey } = key;
  const text = header.slice(kid.length + 1);
  const signed = signedBytes(ledger, value);
  if (passkey) {
    const challenge = hash('sha256', signed, 'base64url');
    const why = whyNotTouched(text, challenge, passkey, publicKeyOf(key));
    if (why === undefined) return { key };
    return badSignature(`The signature by ${kid} in the ledger ${ledger} ${why}.`);
  }
  const signature = Buffer.from(text, 'base64');
  // Other letters can give the same bytes, and a signature must have only one text.
  if (signature.toString('base64') !== text) {
    return badSignature(
      `The signature by ${kid}, which is no passkey, is not base64 as it is usually written.`,
    );
  }
  if (!verify(null, signed, publicKeyOf(key), signature)) {
    return badSignature(`The signature by ${kid} does not fit the record in the ledger ${ledger}.`);
  }
  return { key };
}

function signedBytes(ledger: string, value: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`${ledger}\n`), value]);
}

const publicKeys = new WeakMap<SigningKey, KeyObject>();

function publicKeyOf(key: SigningKey): KeyObject {
  const known = publicKeys.get(key);
  if (known) return known;
  const publicKey = createPublicKey({ key: publicHalf(key), format: 'jwk' });
  publicKeys.set(key, publicKey);
  return publicKey;
}

function badSignature(detail: string) {
  return { refused: { reason: 'bad-signature', detail } as const };
}
