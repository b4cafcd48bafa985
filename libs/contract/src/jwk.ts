import { roles, type Passkey, type RootKeys, type SigningKey } from '#pools';
import { z } from 'zod';
import { nameSchema } from './names.js';
import { must } from './sentences.js';

/** Public keys as JSON web keys (contract 4.2). */

/** Skips the later checks: they expect a text of the right form. */
const abort = true;

const label = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
const domain = `${label}(?:\\.${label})*`;
const origin = new RegExp(`^(?:https://(${domain})|http://(localhost))(?::([1-9]\\d{0,4}))?$`);

/** Domain and origins in which a passkey is valid (contract 4.2). */
const passkeyMembers = {
  use: z.literal('webauthn'),
  rpId: z
    .string()
    .max(253, { abort })
    .regex(new RegExp(`^${domain}$`), { error: must('a domain such as casino.example'), abort })
    .describe('the domain that the passkey is for'),
  origins: z
    .array(
      z
        .string()
        .max(300, { abort })
        .regex(origin, { error: must('an address such as https://casino.example'), abort }),
    )
    .min(1)
    .max(8)
    .refine((origins) => new Set(origins).size === origins.length, {
      error: 'must have no address twice',
    })
    .describe('addresses of the pages on which it may sign'),
};

/** Tells whether a browser lets the page of an origin use a passkey of a domain. */
function isOriginOf(rpId: string, written: string): boolean {
  const [, secure, loopback, port] = origin.exec(written) ?? [];
  const host = secure ?? loopback ?? '';
  const usual = secure === undefined ? '80' : '443';
  if (host.length > 253 || port === usual || Number(port ?? 0) > 65_535) return false;
  return host === rpId || host.endsWith(`.${rpId}`);
}

const curve = {
  prime: 2n ** 256n - 2n ** 224n + 2n ** 192n + 2n ** 96n - 1n,
  b: 0x5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604bn,
};

/**
 * Tells whether two coordinates of 32 bytes in base64url are a point of P-256 (FIPS 186-4,
 * D.1.2.3).
 */
function isOnCurve(x: string, y: string): boolean {
  const { prime, b } = curve;
  const numberIn = (text: string): bigint =>
    BigInt(`0x${Buffer.from(text, 'base64url').toString('hex')}`);
  const [u, v] = [numberIn(x), numberIn(y)];
  return u < prime && v < prime && (v * v - u * u * u + 3n * u - b) % prime === 0n;
}

// Two bits of the last letter have no meaning: other values would write the same key in two ways.
const coordinate = z.string().regex(/^[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]$/, {
  error: 'must be 32 bytes in base64url, as they are usually written',
  abort,
});
const named = {
  kid: nameSchema,
  d: z.never({ error: 'must not be there, it is the private half' }).optional(),
};
const ed25519 = {
  kty: z.literal('OKP'),
  crv: z.literal('Ed25519'),
  x: coordinate.refine((x) => !isOfSmallOrder(x), {
    error: 'must not be a point of small order, by which anybody can sign',
  }),
};
const p256 = { kty: z.literal('EC'), crv: z.literal('P-256'), x: coordinate, y: coordinate };

const ofPasskey = z.never({ error: 'is of a passkey alone, with use: webauthn' }).optional();

/** The public half of an Ed25519 key in a file (RFC 8037), without members of the private half. */
const publicJwkSchema = z.object({
  ...named,
  ...ed25519,
  use: z.literal('sig').optional(),
  rpId: ofPasskey,
  origins: ofPasskey,
});

const heldBy = {
  holder: nameSchema.describe('the person or system that has the private half'),
  roles: z.array(z.enum(roles)).min(1),
};
const passkeyJwk = { ...named, ...passkeyMembers, ...heldBy };

const passkeySchema = z.discriminatedUnion(
  'kty',
  [z.object({ ...passkeyJwk, ...ed25519 }), z.object({ ...passkeyJwk, ...p256 })],
  { error: 'must be OKP or EC' },
);

/** Reads a key of a set into the form that a partition keeps (contract 4.2). */
export const keySchema = z
  .discriminatedUnion('use', [publicJwkSchema.extend(heldBy), passkeySchema], {
    error: 'must be sig, or webauthn for a passkey',
  })
  .superRefine((key, { addIssue }) => {
    if (key.use !== 'webauthn') return;
    const fail = (path: string[], message: string): void => {
      addIssue({ code: 'custom', path, message });
    };
    const { rpId, origins } = key;
    const isPoint = key.kty === 'OKP' || isOnCurve(key.x, key.y);
    if (!isPoint) fail(['x'], 'must be, with y, a point of P-256');
    if (!origins.every((each) => isOriginOf(rpId, each))) {
      fail(['origins'], `must be addresses of ${rpId}, or below it`);
    }
    if (key.roles.includes('table')) fail(['roles'], 'must not have table: a table is no person');
  })
  .transform((key): SigningKey => {
    const { kid, holder, roles: own, x } = key;
    if (key.use !== 'webauthn') return { kid, holder, roles: own, x };
    const { rpId, origins } = key;
    const y = key.kty === 'EC' ? key.y : null;
    return { kid, holder, roles: own, x, passkey: { y, rpId, origins } };
  });

/**
 * The y-coordinates of the points of small order (RFC 8032), little-endian without the sign bit;
 * the last two are 0 and 1 plus the prime. For such a key, Node 22 accepts a signature that anybody
 * can make and Node 24 rejects it, so the same log would be read in two ways.
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

/**
 * Most keys of a root: each command of a ledger that has changed its root writes all of them again.
 */
const rootKeysLimit = 16;

/** The file named by `COMMAND_ROOT`, and the new value from a `root.set`. */
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

/** Returns a root in the form of its file. */
export function jwksOf({ keys }: { readonly keys: RootKeys }) {
  return { keys: [...keys.values()].map(({ kid, x }) => ({ ...publicHalf({ x }), kid })) };
}

/** Returns a key in the form of a set, which `keySchema` reads. */
export function jwkOf({ kid, holder, roles: own, x, passkey }: SigningKey) {
  const half = publicHalf({ x, passkey });
  if (!passkey) return { ...half, kid, holder, roles: own };
  const { rpId, origins } = passkey;
  return { ...half, kid, use: 'webauthn', rpId, origins, holder, roles: own };
}

/** The members of a JWK that are the key itself (RFC 8037, RFC 7518). */
export function publicHalf({
  x,
  passkey,
}: Pick<SigningKey, 'x'> & { passkey?: Passkey | undefined }) {
  const y = passkey?.y ?? null;
  return y === null ? { kty: 'OKP', crv: 'Ed25519', x } : { kty: 'EC', crv: 'P-256', x, y };
}
