/** The signers in the state of a partition (contract 4.2). */

/** Permissions of a key. */
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

/** `root` is only for the keys of the root: no set of keys can give it. */
export type SignerRole = Role | 'root';

/** A public key of Ed25519 or P-256, as in a set of keys. */
export interface SigningKey {
  readonly kid: string;
  /** The person or system with the private half: two keys of one holder are one signer. */
  readonly holder: string;
  readonly roles: readonly SignerRole[];
  /** The public key in base64url (RFC 8037); for P-256 its first coordinate (RFC 7518). */
  readonly x: string;
  /** Set if a person signs with it by a touch on a device. */
  readonly passkey?: Passkey;
}

/** The additional members of a key that never leaves a person's device (contract 4.2). */
export interface Passkey {
  /** The second coordinate of P-256; null for Ed25519. */
  readonly y: string | null;
  /** The domain that it is valid for. */
  readonly rpId: string;
  /** Addresses of the pages on which it may sign. */
  readonly origins: readonly string[];
}

/** Normalises the name of a person: `J.Wong` is `jwong` (contract 4.5). */
export function personNamed(holder: string): string {
  return holder.toLowerCase().replace(/[._-]/g, '');
}

/** The signers of a partition. Its log alone decides: order, not a clock. */
export interface Authority {
  /** Id of the ledger, named by the first set; null before it. */
  ledger: string | null;
  /** Thumbprint of the first root, which signed the first set; null before it. */
  root: string | null;
  /** The root in force if it is no longer the first one; else null. */
  laterRoot: RootKeys | null;
  /** Version of the set in force; 0 before the first. */
  version: number;
  /** The edition of the fold for the records from here on (contract 4.6). */
  edition: number;
  /** By key id. */
  keys: ReadonlyMap<string, SigningKey>;
  /** Keys that were in an earlier set and are in none now: their signatures stay theirs. */
  retired: readonly SigningKey[];
  /**
   * The newest sequence of a verified record, by public key. Entries of removed keys are kept, so
   * that none of their signed records can be sent again once the keys are back.
   */
  readonly sequences: Map<string, bigint>;
}

/** The key of a verified record, and the sequence that it moves. */
export interface VerifiedSigner {
  readonly key: SigningKey;
  readonly sequence: bigint;
}

/** All keys that are valid from now on. */
export interface KeysSet {
  /** Higher than the version of every earlier set. */
  readonly version: number;
  /** The first edition of the log; in the first set of a partition. */
  readonly edition?: number | undefined;
  readonly keys: readonly SigningKey[];
}

/** The keys of a root, by key id. */
export type RootKeys = ReadonlyMap<string, SigningKey>;

/** A key of a root, as in a record or a file. */
export type RootKey = Pick<SigningKey, 'kid' | 'x'>;

/** Another root that replaces the one in force (contract 4.7). */
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
