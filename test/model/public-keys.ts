import type { Person } from './events.js';
import { isName } from './texts.js';

/** A public key in the form of a set; `x` is the key itself, in base64url. */
export type Key = Person & Partial<Passkey>;

/** contract 4.2: the additional members of a key that stays on a person's device. */
interface Passkey {
  use: unknown;
  kty: unknown;
  y: unknown;
  rpId: string;
  origins: string[];
}

/** Whether a key has the form of a key in a file. */
export function isPublicKey(value: unknown): value is Pick<Key, 'kid' | 'x'> {
  const { kty, crv, kid, x, d, use, rpId, origins } = Object(value) as Record<string, unknown>;
  if (rpId !== undefined || origins !== undefined) return false;
  if (d !== undefined || (use !== undefined && use !== 'sig')) return false;
  if (kty !== 'OKP' || crv !== 'Ed25519' || !isName(kid)) return false;
  const bytes = bytesOf(x);
  return bytes !== null && !isOfSmallOrder(bytes);
}

/** 32 bytes from base64url in its usual spelling, or null. */
export function bytesOf(text: unknown): Buffer | null {
  if (typeof text !== 'string') return null;
  const bytes = Buffer.from(text, 'base64url');
  return bytes.length === 32 && bytes.toString('base64url') === text ? bytes : null;
}

const P = 2n ** 255n - 19n;
const power = (base: bigint, exponent: bigint): bigint => {
  const half = exponent === 0n ? 1n : power((base * base) % P, exponent / 2n);
  return exponent % 2n === 1n ? (half * base) % P : half;
};
const over = (value: bigint) => power(((value % P) + P) % P, P - 2n);
const D = (P - ((121_665n * over(121_666n)) % P)) % P;

/** Keyed by the bytes in hex: the same keys are in many sets. */
const smallOrders = new Map<string, boolean>();

export function isOfSmallOrder(encoded: Buffer): boolean {
  const bytes = encoded.toString('hex');
  const isSmall = smallOrders.get(bytes) ?? isNothingEightTimes(encoded);
  smallOrders.set(bytes, isSmall);
  return isSmall;
}

/** RFC 8032: whether eight times the point is the neutral point. Doubling needs only x² and y². */
function isNothingEightTimes(encoded: Buffer): boolean {
  const littleEndian = Buffer.from(encoded).reverse().toString('hex');
  const y = (BigInt(`0x${littleEndian}`) % 2n ** 255n) % P;
  // Uses y alone: −x² + y² = 1 + d·x²·y² gives x², and 2P has the y (y² + x²) / (2 + x² − y²).
  const doubled = (one: bigint): bigint => {
    const y2 = (one * one) % P;
    const x2 = ((y2 - 1n + P) * over(D * y2 + 1n)) % P;
    return ((y2 + x2) * over(2n + x2 - y2)) % P;
  };
  return doubled(doubled(doubled(y))) === 1n;
}
