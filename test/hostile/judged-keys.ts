import { createPublicKey, verify } from 'node:crypto';
import { isList, isMembers, isName, type Members } from './forms.js';
import type { Envelope, Sent, Verdict } from './judge.js';

/** A key in the form of a set. */
export interface JudgedKey {
  readonly kid: string;
  readonly x: string;
  readonly roles: readonly string[];
}

/**
 * The keys that may sign in one partition, and the acts they have signed, by contract 4.1 to 4.3
 * alone. The root signs nothing here, and there are no more keys than a ledger remembers.
 */
export class JudgedKeys {
  private keys: ReadonlyMap<string, JudgedKey>;
  /** The newest sequence by public key. */
  private readonly newest = new Map<string, bigint>();

  constructor(
    private readonly ledger: string,
    private version: number,
    keys: readonly JudgedKey[],
  ) {
    this.keys = byKid(keys);
  }

  judge(sent: Sent, { type, subject, sequence, expires, data }: Envelope, role: string): Verdict {
    const header = Object.entries(sent.headers).find(([name]) => name === 'signature')?.[1];
    if (header === undefined) return 'unsigned-command';
    if (Array.isArray(header) && header.length > 1) return 'bad-signature';
    const isKeys = type === 'keys.set';
    const key = this.signerOf(String(header), sent.value as Buffer);
    if (!key || (isKeys && subject !== this.ledger)) return 'bad-signature';
    if (sequence <= (this.newest.get(key.x) ?? -1n)) return 'command-repeated';
    this.newest.set(key.x, sequence);
    // These moments are a day or years away from now.
    const leftMs = expires === undefined ? Infinity : Date.parse(expires) - Date.now();
    if (leftMs <= 0) return 'command-expired';
    if (!key.roles.includes(role)) return 'not-permitted';
    if (leftMs > 7 * 86_400_000) return 'invalid-command';
    return !isKeys || this.set(data) ? 'command' : 'invalid-command';
  }

  private signerOf(header: string, value: Buffer): JudgedKey | undefined {
    const colon = header.lastIndexOf(':');
    const key = colon > 0 ? this.keys.get(header.slice(0, colon)) : undefined;
    const base64 = header.slice(colon + 1);
    const signature = Buffer.from(base64, 'base64');
    if (!key || signature.toString('base64') !== base64) return undefined;
    const jwk = { kty: 'OKP', crv: 'Ed25519', x: key.x };
    const signed = Buffer.concat([Buffer.from(`${this.ledger}\n`), value]);
    const isBy = verify(null, signed, createPublicKey({ key: jwk, format: 'jwk' }), signature);
    return isBy ? key : undefined;
  }

  /** Whether a set obeys the rules; if so, it is in force from here on. */
  private set({ version, keys }: Members): boolean {
    if (!Number.isSafeInteger(version) || !isList(keys, 256, isKey)) return false;
    const named = keys as JudgedKey[];
    const isRight =
      (version as number) > this.version &&
      (version as number) <= this.version + 1_000 &&
      new Set(named.map(({ kid }) => kid)).size === named.length &&
      new Set(named.map(({ x }) => x)).size === named.length &&
      named.some((key) => key.roles.includes('keys')) &&
      named.every(({ kid, x }) => (this.keys.get(kid)?.x ?? x) === x);
    if (!isRight) return false;
    this.version = version as number;
    this.keys = byKid(named);
    return true;
  }
}

/**
 * A day, in microseconds; the records are minutes old at most, and no sequence is that close to the
 * limit.
 */
export function isAhead(sequence: bigint): boolean {
  return sequence > BigInt(Date.now() + 86_400_000) * 1_000n;
}

const roles = ['keys', 'configure', 'operate', 'adjust'];

function isKey(value: unknown): boolean {
  return (
    isMembers(value) &&
    value['kty'] === 'OKP' &&
    value['crv'] === 'Ed25519' &&
    isName(value['kid']) &&
    isName(value['holder']) &&
    /^[A-Za-z0-9_-]{43}$/.test(String(value['x'])) &&
    typeof value['x'] === 'string' &&
    !Object.hasOwn(value, 'd') &&
    isList(value['roles'], Infinity, (role) => roles.some((each) => each === role)) &&
    value['roles'].length > 0
  );
}

function byKid(keys: readonly JudgedKey[]): ReadonlyMap<string, JudgedKey> {
  return new Map(keys.map((key) => [key.kid, key]));
}
