import { createPublicKey, sign, verify, type KeyObject } from 'node:crypto';
import type { Refusal } from '#rules';
import { z } from 'zod';
import { roles, type Role } from './events.js';
import { nameSchema } from './names.js';
import { faultsOf, withoutValue } from './sentences.js';

const moment = z.iso.datetime({ offset: true });

const jwkSchema = z.object({
  kty: z.literal('OKP'),
  crv: z.literal('Ed25519'),
  kid: nameSchema,
  x: z.string().regex(/^[A-Za-z0-9_-]{43}$/, { error: 'must be 32 bytes in base64url' }),
  d: z.never({ error: 'must not be there, it is the private half' }).optional(),
  roles: z.array(z.enum(roles)),
  notBefore: moment.nullish(),
  notAfter: moment.nullish(),
});

/** The file named by `COMMAND_KEYS`: a JWK set (RFC 8037) with roles and validity windows. */
export const keySetSchema = z.object({ keys: z.array(jwkSchema) });

export interface CommandKey {
  readonly publicKey: KeyObject;
  readonly roles: readonly Role[];
  /** Milliseconds, both ends included; compared with the record's Kafka timestamp. */
  readonly notBefore: number;
  readonly notAfter: number;
}

export type CommandKeys = ReadonlyMap<string, CommandKey>;

/** @throws Error with one sentence that names the key and the fault. */
export function readCommandKeys(text: string): CommandKeys {
  let written: unknown;
  try {
    written = JSON.parse(text);
  } catch {
    throw new Error('the key set is not JSON');
  }
  const read = keySetSchema.safeParse(written, { error: withoutValue });
  if (!read.success) {
    const [fault] = faultsOf(read.error, 'it');
    throw new Error(`the key set is wrong: ${fault}`);
  }
  const keys = new Map<string, CommandKey>();
  for (const { kid, kty, crv, x, ...rest } of read.data.keys) {
    if (keys.has(kid)) throw new Error(`the key set has the key ${kid} twice`);
    keys.set(kid, {
      publicKey: createPublicKey({ key: { kty, crv, x }, format: 'jwk' }),
      roles: rest.roles,
      notBefore: rest.notBefore ? Date.parse(rest.notBefore) : -Infinity,
      notAfter: rest.notAfter ? Date.parse(rest.notAfter) : Infinity,
    });
  }
  return keys;
}

/** The header `signature` of a command: `<keyId>:<base64 of Ed25519 over the value bytes>`. */
export function signCommand(value: Buffer, kid: string, privateKey: KeyObject): string {
  return `${kid}:${sign(null, value, privateKey).toString('base64')}`;
}

/** The key that signed the value, or why it is not good `at` the record's Kafka timestamp in ms. */
export function verifySignature(
  keys: CommandKeys,
  header: string,
  value: Buffer,
  at: number,
): { key: CommandKey } | { refused: Refusal<'bad-signature'> } {
  const colon = header.lastIndexOf(':');
  if (colon < 1) return badSignature('The signature has not the form <keyId>:<base64>.');
  const kid = header.slice(0, colon);
  const key = keys.get(kid);
  if (!key) return badSignature(`There is no key ${kid}.`);
  if (at < key.notBefore || at > key.notAfter) {
    return badSignature(`The key ${kid} was not valid when the record was written.`);
  }
  const base64 = header.slice(colon + 1);
  const signature = Buffer.from(base64, 'base64');
  // Other letters can give the same bytes, and a record must not have two texts that are signed.
  if (signature.toString('base64') !== base64) {
    return badSignature(`The signature by ${kid} is not base64 as it is usually written.`);
  }
  if (!verify(null, value, key.publicKey, signature)) {
    return badSignature(`The signature by ${kid} does not fit the record.`);
  }
  return { key };
}

function badSignature(detail: string) {
  return { refused: { reason: 'bad-signature', detail } as const };
}
