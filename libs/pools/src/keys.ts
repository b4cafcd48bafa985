/** Who may sign, as the state of a partition holds it (contract 4.2). */

/** What a key may sign. */
export const roles = [
  'keys',
  'configure',
  'operate',
  'adjust',
  'approve',
  'surveil',
  'pay',
  'close',
  'table',
] as const;
export type Role = (typeof roles)[number];

/** `root` is for the keys of the root alone: no set of keys can give it. */
export type SignerRole = Role | 'root';

/** A public key of Ed25519 or P-256, as a set of keys names it. */
export interface SigningKey {
  readonly kid: string;
  /** The person or system that has the private half: two keys of one holder are one signer. */
  readonly holder: string;
  readonly roles: readonly SignerRole[];
  /** The public key in base64url (RFC 8037); of P-256 its first coordinate (RFC 7518). */
  readonly x: string;
  /** There where a person signs with it by a touch on a device. */
  readonly passkey?: Passkey;
}

/** What a key has more where it never leaves a person's device (contract 4.2). */
export interface Passkey {
  /** The second coordinate of P-256; null for Ed25519. */
  readonly y: string | null;
  /** The domain that it is for. */
  readonly rpId: string;
  /** Addresses of the pages on which it may sign. */
  readonly origins: readonly string[];
}

/** The same for all ways to write the name of one person: `J.Wong` is `jwong` (contract 4.5). */
export function personNamed(holder: string): string {
  return holder.toLowerCase().replace(/[._-]/g, '');
}

/** Who may sign in a partition. Its log alone decides: order, not a clock. */
export interface Authority {
  /** Id of the ledger, named by the first set; null before it. */
  ledger: string | null;
  /** Thumbprint of the first root, which signed the first set; null before it. */
  root: string | null;
  /** The root in force where it is no longer the first one; null while that is. */
  laterRoot: RootKeys | null;
  /** Of the set in force; 0 before the first. */
  version: number;
  /** The edition of the fold by which the records from here on are read (contract 4.6). */
  edition: number;
  /** By key id. */
  keys: ReadonlyMap<string, SigningKey>;
  /** Keys that were in a set before and are in none now: what they have signed stays theirs. */
  retired: readonly SigningKey[];
  /**
   * The newest sequence of a verified record, by public key. Those of keys that are no longer in
   * the set stay, so that nothing they have signed can be sent again once they are back.
   */
  readonly sequences: Map<string, bigint>;
}

/** Whose verified record moves which sequence. */
export interface VerifiedSigner {
  readonly key: SigningKey;
  readonly sequence: bigint;
}

/** All keys that are good from now on. */
export interface KeysSet {
  /** Above that of every set before it. */
  readonly version: number;
  /** The edition that the log begins with; in the first set of a partition. */
  readonly edition?: number | undefined;
  readonly keys: readonly SigningKey[];
}

/** The keys of a root, by key id. */
export type RootKeys = ReadonlyMap<string, SigningKey>;

/** A key of a root as a record or a file names it. */
export type RootKey = Pick<SigningKey, 'kid' | 'x'>;

/** Another root in the place of the one in force (contract 4.7). */
export interface RootSet {
  readonly root: { readonly keys: readonly RootKey[] };
}

export function rootKeysOf(keys: readonly RootKey[]): RootKeys {
  return new Map(keys.map(({ kid, x }) => [kid, { kid, holder: kid, roles: ['keys', 'root'], x }]));
}

export function noAuthority(): Authority {
  return {
    ledger: null,
    root: null,
    laterRoot: null,
    version: 0,
    edition: 1,
    keys: new Map(),
    retired: [],
    sequences: new Map(),
  };
}
