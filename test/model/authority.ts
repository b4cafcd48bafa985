import { createHash, createPublicKey, verify } from 'node:crypto';
import { ROLE_OF_ACT } from './approvals.js';
import { ROLE_OF_ONE } from './commands.js';
import type { Act, ModelEvent } from './events.js';
import { ROLES } from './roles.js';
import { isPublicKey, type Key } from './public-keys.js';
import { isPasskey, isPasskeyOfPerson, isTouch } from './passkeys.js';
import { isName } from './texts.js';

/** A record's value and headers, as the log has them. */
export interface Bytes {
  value: Buffer;
  headers: Readonly<Record<string, unknown>>;
}

interface KeySet {
  version: number;
  edition?: number;
  keys: Key[];
}

export interface Judged {
  /**
   * The record used up its sequence. Anybody can send a record again, but this happens only once.
   */
  isOnce: boolean;
  /** Null: the command may be carried out; a `keys.set` already is. */
  refusal: string | null;
  /** The signing key; null if no valid key has signed, or if it does not matter. */
  signer: Key | null;
}

/** The roles that commands need, except for those about acts. */
export const ROLE_OF: Record<string, string> = {
  ...ROLE_OF_ACT,
  'keys.set': 'keys',
  'edition.set': 'keys',
  'root.set': 'root',
  ...ROLE_OF_ONE,
};
/**
 * contract 4.5: the first needs the role of its act; for the others, the proposal says who may
 * sign.
 */
const ABOUT_ACTS = ['act.proposed', 'act.approved', 'act.withdrawn'];
const WEEK_MS = 7 * 86_400_000;
const MOST_KEYS = 256;
const MOST_REMEMBERED = 1024;
const MOST_AHEAD = 1000;
const MOST_ROOT_KEYS = 16;
const MOST_SIGNERS = 2048;

/** contract 4.2, 4.6 and 4.7: whether it is for the whole ledger, which its subject names. */
export function isOfLedger({ type }: { type: string }): boolean {
  return ['keys.set', 'edition.set', 'root.set'].includes(type);
}

export function isCommand({ type }: { type: string }): boolean {
  return type in ROLE_OF || ABOUT_ACTS.includes(type);
}

/** The role that a command needs by itself, or null. */
function roleOf({ type, data }: ModelEvent): string | null {
  if (type in ROLE_OF) return ROLE_OF[type] ?? null;
  if (type !== 'act.proposed') return null;
  return ROLE_OF[(data as { act?: Act | null }).act?.type ?? ''] ?? null;
}

/** Decides whose signature counts at each place of one partition's log (contract 4.1 to 4.3). */
export class Authority {
  /** The digest of the root in the file; it identifies a ledger permanently. */
  private readonly firstRoot: string;
  /** The root in force: the public keys by kid. */
  private root: ReadonlyMap<string, string>;
  private isFirstRoot = true;
  private ledger: string | null = null;
  version = 0;
  private edition = 1;
  private inForce = new Map<string, Key>();
  /** Every key that was ever in force, by `x`, with its permanent attributes. */
  private readonly remembered = new Map<string, string>();
  /** The newest sequence that each key has used up. */
  readonly sequences = new Map<string, bigint>();

  /** @param rootText the JWK set that `COMMAND_ROOT` names */
  constructor(rootText: string) {
    const { keys } = JSON.parse(rootText) as { keys: Pick<Key, 'kid' | 'x'>[] };
    this.root = new Map(keys.map(({ kid, x }) => [kid, x]));
    this.firstRoot = thumbprint([...this.root.values()]);
  }

  /** The refusals of a well-formed command in their order (contract 3.5). */
  judge(event: ModelEvent, { value, headers }: Bytes, nowMs: number): Judged {
    const refused = (refusal: string): Judged => ({ isOnce: false, refusal, signer: null });
    const header = headers['signature'] ?? null;
    if (header === null) return refused('unsigned-command');
    const isSet = event.type === 'keys.set';
    const ledger = this.ledger ?? (isSet ? event.subject : null);
    if (ledger === null) return refused('bad-signature');
    if (isOfLedger(event) && event.subject !== ledger) return refused('bad-signature');
    const key = this.signerOf(header, isOfLedger(event), `${ledger}\n`, value);
    if (key === null) return refused('bad-signature');
    const sequence = BigInt(event.sequence);
    if (sequence <= (this.sequences.get(key.x) ?? -1n)) return refused('command-repeated');
    this.sequences.set(key.x, sequence);
    const once = (refusal: string | null): Judged => ({ isOnce: true, refusal, signer: key });
    const expiresMs = event.expires === undefined ? Infinity : Date.parse(event.expires);
    if (nowMs >= expiresMs) return once('command-expired');
    const role = roleOf(event);
    if (role !== null && !key.roles.includes(role)) return once('not-permitted');
    if (expiresMs > nowMs + WEEK_MS) return once('invalid-command');
    if (event.type === 'edition.set') return once(this.raise(event.data));
    if (event.type === 'root.set') return once(this.replaceRoot(event.data));
    if (!isSet) return once(null);
    if (!this.isRight(event.data)) return once('invalid-command');
    this.putInForce(ledger, event.data as unknown as KeySet);
    return once(null);
  }

  /**
   * The refusal of a table's event that must be signed (contract 3.6), or null.
   * @param kid of the table
   */
  judgeClaim(kid: string, { value, headers }: Bytes): string | null {
    const header = headers['signature'] ?? null;
    if (header === null) return 'unsigned-claim';
    const key = this.signerOf(header, false, `${this.ledger}\n`, value);
    return key?.kid === kid && key.roles.includes('table') ? null : 'bad-signature';
  }

  /** The keys of the set in force. */
  keys(): Key[] {
    return [...this.inForce.values()];
  }

  /** The public keys of the root in force, by kid. */
  rootKeys(): ReadonlyMap<string, string> {
    return this.root;
  }

  /** All that a ledger remembers of its keys; for revoked ones only their `x`. */
  view() {
    const keys = [...this.inForce.values()].map((key) => {
      const { kid, holder, roles, x, rpId, origins } = key;
      const y = key.kty === 'EC' ? key.y : null;
      const own = { kid, holder, roles: [...roles].sort(), x };
      return isPasskey(key) ? { ...own, passkey: { y, rpId, origins } } : own;
    });
    return {
      remembered: [...this.remembered.keys()].sort(),
      ledger: this.ledger,
      root: this.ledger === null ? null : this.firstRoot,
      laterRoot: this.isFirstRoot ? null : Object.fromEntries([...this.root].sort()),
      version: this.version,
      edition: this.edition,
      keys: keys.sort((one, other) => (one.kid < other.kid ? -1 : 1)),
      sequences: Object.fromEntries([...this.sequences].sort()),
    };
  }

  /** The key that has signed; null if no valid key has. */
  private signerOf(header: unknown, byRoot: boolean, before: string, value: Buffer): Key | null {
    if (!Buffer.isBuffer(header)) return null;
    const [kid = '', ...rest] = header.toString().split(':');
    const text = rest.join(':');
    const rootX = byRoot ? this.root.get(kid) : undefined;
    const ofRoot = rootX && { kid, holder: 'the root', roles: ['keys', 'root'], x: rootX };
    const key = ofRoot || this.inForce.get(kid);
    if (!key) return null;
    const bytes = Buffer.concat([Buffer.from(before), value]);
    if (isPasskey(key)) return isTouch(key, bytes, text) ? key : null;
    const signature = Buffer.from(text, 'base64');
    if (signature.toString('base64') !== text) return null;
    return isSignature(key.x, bytes, signature) ? key : null;
  }

  /** Whether a set obeys every rule of contract 4.2. */
  private isRight({ version, keys, edition }: Record<string, unknown>): boolean {
    const isNamed = Number.isSafeInteger(edition) && Number(edition) >= 1;
    const isOther = this.version > 0 && edition !== this.edition;
    const isMissing = edition === undefined && this.version > 0;
    if (!isMissing && (!isNamed || isOther)) return false;
    const step = Number(version) - this.version;
    if (!Number.isSafeInteger(version) || step < 1 || step > MOST_AHEAD) return false;
    if (!Array.isArray(keys) || keys.length < 1 || keys.length > MOST_KEYS) return false;
    if (!keys.every(isKey)) return false;
    if (new Set(keys.map(({ kid }) => kid)).size < keys.length) return false;
    if (new Set(keys.map(({ x }) => x)).size < keys.length) return false;
    if (!keys.some(({ roles }) => roles.includes('keys'))) return false;
    const changed = keys.some(({ kid, x }) => (this.inForce.get(kid)?.x ?? x) !== x);
    if (keys.some((key) => (this.remembered.get(key.x) ?? kindOf(key)) !== kindOf(key)))
      return false;
    const remembered = new Set([...this.remembered.keys(), ...keys.map(({ x }) => x)]);
    return !changed && remembered.size <= MOST_REMEMBERED;
  }

  /** contract 4.6: raises the log to the next edition, or refuses the record. */
  private raise({ edition }: Record<string, unknown>): string | null {
    if (edition !== this.edition + 1) return 'invalid-command';
    this.edition += 1;
    return null;
  }

  /** contract 4.7: replaces the root from here on, or refuses the record. */
  private replaceRoot({ root }: Record<string, unknown>): string | null {
    const { keys } = Object(root) as { keys?: unknown };
    const refusal = 'invalid-command';
    if (!Array.isArray(keys) || keys.length < 1 || keys.length > MOST_ROOT_KEYS) return refusal;
    if (!keys.every(isPublicKey)) return refusal;
    const named = new Map(keys.map(({ kid, x }) => [kid, x]));
    const xs = new Set(named.values());
    if (named.size < keys.length || xs.size < keys.length) return refusal;
    const before = new Set(this.root.values());
    if (xs.size === before.size && [...xs].every((x) => before.has(x))) return refusal;
    for (const [kid, x] of named) {
      const others = [this.root.get(kid), this.inForce.get(kid)?.x];
      if (others.some((other) => other !== undefined && other !== x)) return refusal;
    }
    if (new Set([...xs, ...this.sequences.keys()]).size > MOST_SIGNERS) return refusal;
    this.root = named;
    this.isFirstRoot = false;
    return null;
  }

  private putInForce(ledger: string, { version, keys, edition = this.edition }: KeySet): void {
    this.ledger = ledger;
    this.version = version;
    this.edition = edition;
    this.inForce = new Map(keys.map((key) => [key.kid, key]));
    for (const key of keys) this.remembered.set(key.x, kindOf(key));
  }
}

/** The permanent attributes of a public key. */
function kindOf(key: Key): string {
  const { kty, y, rpId, origins } = key;
  return isPasskey(key) ? JSON.stringify([kty, kty === 'EC' ? y : null, rpId, origins]) : '';
}

/**
 * A key in the form that a set must use. Its names follow the rule for sources. Its `x` has only
 * one valid spelling, so that one key cannot be in force as two. Its private half must not be in a
 * log.
 */
function isKey(value: unknown): value is Key {
  const { holder, roles } = Object(value) as Record<string, unknown>;
  if (!(isPublicKey(value) || isPasskeyOfPerson(value)) || !isName(holder)) return false;
  return Array.isArray(roles) && roles.length > 0 && roles.every((role) => ROLES.includes(role));
}

/** Results of earlier verifications, since the same records of files come again and again. */
const verified = new Map<string, boolean>();
const MOST_VERIFIED = 20_000;

function isSignature(x: string, bytes: Buffer, signature: Buffer): boolean {
  const name = [x, signature.toString('latin1'), bytes.toString('latin1')].join('\n');
  const known = verified.get(name);
  if (known !== undefined) return known;
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
  const isRight = verify(null, bytes, key, signature);
  if (verified.size >= MOST_VERIFIED) verified.clear();
  verified.set(name, isRight);
  return isRight;
}

function thumbprint(xs: readonly string[]): string {
  const sorted = xs.map((x) => Buffer.from(x)).sort((one, other) => one.compare(other));
  return createHash('sha256').update(sorted.join('\n')).digest('base64url');
}
