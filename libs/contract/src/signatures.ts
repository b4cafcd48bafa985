import { createPublicKey, hash, sign, verify, type KeyObject } from 'node:crypto';
import { rootKeysOf, type Authority, type RootKeys, type SigningKey } from '#pools';
import type { Refusal } from '#rules';
import { z } from 'zod';
import { nameSchema } from './names.js';
import { faultsOf, withoutValue } from './sentences.js';

/** The public half of an Ed25519 key (RFC 8037), and no member of the private one. */
export const publicJwkSchema = z.object({
  kty: z.literal('OKP'),
  crv: z.literal('Ed25519'),
  kid: nameSchema,
  // The last letter has two bits that mean nothing: with others the same key would be two.
  x: z
    .string()
    .regex(/^[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]$/, {
      error: 'must be 32 bytes in base64url, as they are usually written',
    })
    .refine((x) => !isOfSmallOrder(x), {
      error: 'must not be a point of small order, by which anybody can sign',
    }),
  d: z.never({ error: 'must not be there, it is the private half' }).optional(),
});

/**
 * The y-coordinates of the points of small order (RFC 8032), little-endian without the sign bit;
 * the last two are 0 and 1 plus the prime. By such a key Node 22 takes a signature that anybody can
 * make and Node 24 takes none, so the same log would be read in two ways.
 */
const smallOrders: ReadonlySet<string> = new Set([
  '00'.repeat(32),
  `01${'00'.repeat(31)}`,
  `ec${'ff'.repeat(30)}7f`,
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
  `ed${'ff'.repeat(30)}7f`,
  `ee${'ff'.repeat(30)}7f`,
]);

function isOfSmallOrder(x: string): boolean {
  const bytes = Buffer.from(x, 'base64url');
  bytes[31] = (bytes[31] as number) & 0x7f;
  return smallOrders.has(bytes.toString('hex'));
}

/** Each is written anew by each command of a ledger that has changed its root. */
const rootKeysLimit = 16;

/** The file named by `COMMAND_ROOT`, and what a `root.set` puts in its place. */
export const rootSchema = z.object({
  keys: z
    .array(publicJwkSchema)
    .min(1)
    .max(rootKeysLimit)
    .refine((keys) => new Set(keys.map(({ kid }) => kid)).size === keys.length, {
      error: 'must name no kid twice',
    })
    .refine((keys) => new Set(keys.map(({ x }) => x)).size === keys.length, {
      error: 'must have no public key twice',
    }),
});

/** The keys that may put a set of keys in force whatever the log says: the one thing given. */
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

/** A root as its file has it. */
export function jwksOf({ keys }: Root) {
  const jwks = [...keys.values()].map(({ kid, x }) => ({ kty: 'OKP', crv: 'Ed25519', kid, x }));
  return { keys: jwks };
}

/** The root at a place of the log: the first one, or what the last `root.set` has put there. */
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

/** What people compare of a public key: 96 bits of its SHA-256, as 16 characters of base64url. */
export function keyPrint(x: string): string {
  return hash('sha256', x, 'base64url').slice(0, 16);
}

function thumbprintOf(keys: RootKeys): string {
  const all = [...keys.values()].map(({ x }) => x).toSorted();
  return hash('sha256', all.join('\n'), 'base64url');
}

/**
 * The header `signature`: `<kid>:<base64 of Ed25519>` over the ledger's id, a line feed and the
 * value. The id makes what is signed good in one ledger only.
 */
export function signRecord(
  ledger: string,
  value: Buffer,
  kid: string,
  privateKey: KeyObject,
): string {
  return `${kid}:${sign(null, signedBytes(ledger, value), privateKey).toString('base64')}`;
}

/**
 * The key that signed a value, or why it did not.
 * @param keys by key id.
 */
export function verifySignature(
  keys: Authority['keys'],
  ledger: string,
  header: string,
  value: Buffer,
): { key: SigningKey } | { refused: Refusal<'bad-signature'> } {
  const colon = header.lastIndexOf(':');
  if (colon < 1) return badSignature('The signature is not of the form <kid>:<base64>.');
  const kid = header.slice(0, colon);
  const key = keys.get(kid);
  if (!key) return badSignature(`There is no key ${kid}.`);
  const base64 = header.slice(colon + 1);
  const signature = Buffer.from(base64, 'base64');
  // Other letters can give the same bytes, and a record must not have two texts that are signed.
  if (signature.toString('base64') !== base64) {
    return badSignature(`The signature by ${kid} is not base64 as it is usually written.`);
  }
  if (!verify(null, signedBytes(ledger, value), publicKeyOf(key), signature)) {
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
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: key.x };
  const publicKey = createPublicKey({ key: jwk, format: 'jwk' });
  publicKeys.set(key, publicKey);
  return publicKey;
}

function badSignature(detail: string) {
  return { refused: { reason: 'bad-signature', detail } as const };
}
