import { whyOtherEdition } from './editions.js';
import {
  noAuthority,
  rootKeysOf,
  type Authority,
  type KeysSet,
  type RootKey,
  type VerifiedSigner,
  type SigningKey,
} from './keys.js';
import { refusal, type EventRefusal } from './outcome.js';

/**
 * Most keys in force and revoked ones together: all are kept, and each command writes them again.
 */
const keysRemembered = 1_024;

/**
 * Most versions that a set may jump. A set with the highest version of all would be the last one.
 */
const versionsAhead = 1_000;

/** Uses up the sequence of a verified record, whatever its result. */
export function useSequence({ sequences }: Authority, { key, sequence }: VerifiedSigner): void {
  sequences.set(key.x, sequence);
}

/** Says why a set of keys cannot follow the one in force. */
export function whyNotSet(authority: Authority, set: KeysSet): EventRefusal | undefined {
  const { version, keys } = set;
  if (version <= authority.version) {
    return refusal(
      'invalid-command',
      `Version ${version} of the keys is not above ${authority.version}, the version in force.`,
    );
  }
  if (version > authority.version + versionsAhead) {
    return refusal(
      'invalid-command',
      `Version ${version} of the keys is more than ${versionsAhead} above ${authority.version}, the version in force: add one.`,
    );
  }
  const renamed = keys.find(({ kid, x }) => (authority.keys.get(kid)?.x ?? x) !== x);
  if (renamed) {
    return refusal(
      'invalid-command',
      `The key ${renamed.kid} is in force with another public key: give the new key another name.`,
    );
  }
  const known = new Map(
    [...authority.retired, ...authority.keys.values()].map((key) => [key.x, key]),
  );
  const changed = keys.find((key) => !isSameKind(known.get(key.x) ?? key, key));
  if (changed) {
    return refusal(
      'invalid-command',
      `The public key of ${changed.kid} belonged to a key of another kind, or to a passkey for another address: its holder needs a new one.`,
    );
  }
  const remembered = keys.length + retiredBy(authority, keys).length;
  if (remembered > keysRemembered) {
    return refusal(
      'invalid-command',
      `This ledger would have ${remembered} keys, revoked ones included; it remembers at most ${keysRemembered}.`,
    );
  }
  return whyOtherEdition(authority, set);
}

/**
 * Tells whether a public key stays of the same kind, so that its signatures can still be judged.
 */
function isSameKind({ passkey: one }: SigningKey, { passkey: other }: SigningKey): boolean {
  if (!one || !other) return one === other;
  const isSamePlace = one.y === other.y && one.rpId === other.rpId;
  return isSamePlace && one.origins.join() === other.origins.join();
}

/**
 * Puts a set of keys in force, from the next record on.
 * @param ledger the id that the record names; a later set names the same one.
 * @param root thumbprint of the root that this process trusts.
 */
export function setKeys(
  authority: Authority,
  ledger: string,
  { version, keys, edition = authority.edition }: KeysSet,
  root: string,
): void {
  authority.ledger ??= ledger;
  authority.root ??= root;
  authority.version = version;
  authority.edition = edition;
  authority.retired = retiredBy(authority, keys);
  // Drops other members of the record, so that the keys equal those read back.
  authority.keys = new Map(keys.map((key) => [key.kid, storedKey(key)]));
}

/** All keys that were in an earlier set and are not in this one. */
function retiredBy({ retired, keys: inForce }: Authority, keys: KeysSet['keys']): SigningKey[] {
  const inSet = new Set(keys.map(({ x }) => x));
  return [...retired, ...inForce.values()].filter(({ x }) => !inSet.has(x));
}

interface StoredAuthority {
  readonly ledger: string | null;
  readonly root: string | null;
  readonly laterRoot: readonly RootKey[] | null;
  readonly version: number;
  readonly edition: number;
  readonly keys: readonly SigningKey[];
  readonly retired: readonly SigningKey[];
  /** Pairs of public key and sequence. */
  readonly sequences: readonly (readonly [x: string, sequence: string])[];
}

/**
 * The text that the ledger keeps: equal authorities give equal texts, empty before the first
 * verified record. A refused set has used up its signer's sequence, even before the first accepted
 * one.
 */
export function serializeAuthority(authority: Authority): string {
  const { ledger, root, laterRoot, version, edition, keys, retired, sequences } = authority;
  if (version === 0 && sequences.size === 0) return '';
  const kept: StoredAuthority = {
    ledger,
    root,
    laterRoot: laterRoot && [...laterRoot.values()].map(({ kid, x }) => ({ kid, x })),
    version,
    edition,
    keys: [...keys.values()].map(storedKey),
    retired: retired.map(storedKey),
    sequences: [...sequences].map(([x, sequence]) => [x, String(sequence)]),
  };
  return JSON.stringify(kept);
}

/** A key with its members in a fixed order. */
function storedKey({ kid, holder, roles, x, passkey }: SigningKey): SigningKey {
  if (!passkey) return { kid, holder, roles, x };
  const { y, rpId, origins } = passkey;
  return { kid, holder, roles, x, passkey: { y, rpId, origins } };
}

/** @throws Error for a text that `serializeAuthority` did not write. */
export function parseAuthority(text: string): Authority {
  if (text === '') return noAuthority();
  const { laterRoot, keys, sequences, ...kept } = JSON.parse(text) as StoredAuthority;
  return {
    ...kept,
    laterRoot: laterRoot && rootKeysOf(laterRoot),
    keys: new Map(keys.map((key) => [key.kid, key])),
    sequences: new Map(sequences.map(([x, sequence]) => [x, BigInt(sequence)])),
  };
}
