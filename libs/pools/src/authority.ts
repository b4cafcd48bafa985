import { noAuthority, type Authority, type KeysSet, type Signer, type SigningKey } from './keys.js';
import { refusal, type Refusal } from './outcome.js';

/** Keys in force and revoked ones together: all are kept, and written anew by each command. */
const keysRemembered = 1_024;

/** How far a version may jump. A set with the highest version of all would be the last one. */
const versionsAhead = 1_000;

/** A verified record uses up its sequence, whatever becomes of it. */
export function useSequence({ sequences }: Authority, { key, sequence }: Signer): void {
  sequences.set(key.x, sequence);
}

/**
 * Puts a set of keys in force, from the record after this one on.
 * @param ledger the id that the record names; a later set names the same one.
 * @param root thumbprint of the root that this process trusts.
 */
export function setKeys(
  authority: Authority,
  ledger: string,
  { version, keys }: KeysSet,
  root: string,
): Refusal | undefined {
  if (version <= authority.version) {
    return refusal(
      'invalid-command',
      `Version ${version} of the keys is not above ${authority.version}, which is in force.`,
    );
  }
  if (version > authority.version + versionsAhead) {
    return refusal(
      'invalid-command',
      `Version ${version} of the keys is more than ${versionsAhead} above ${authority.version}, which is in force: count by one.`,
    );
  }
  const renamed = keys.find(({ kid, x }) => (authority.keys.get(kid)?.x ?? x) !== x);
  if (renamed) {
    return refusal(
      'invalid-command',
      `The key ${renamed.kid} is in force with another public key: give the new one a name of its own.`,
    );
  }
  const inSet = new Set(keys.map(({ x }) => x));
  const known = [...authority.retired, ...authority.keys.values()];
  const retired = known.filter(({ x }) => !inSet.has(x));
  if (keys.length + retired.length > keysRemembered) {
    return refusal(
      'invalid-command',
      `This ledger would have ${keys.length + retired.length} keys with those that were revoked, and remembers ${keysRemembered}.`,
    );
  }
  authority.ledger ??= ledger;
  authority.root ??= root;
  authority.version = version;
  // Without what else the record said of them: they are as they are read back.
  authority.keys = new Map(keys.map((key) => [key.kid, storedKey(key)]));
  authority.retired = retired;
  return undefined;
}

interface StoredAuthority {
  readonly ledger: string | null;
  readonly root: string | null;
  readonly version: number;
  readonly keys: readonly SigningKey[];
  readonly retired: readonly SigningKey[];
  /** Pairs of public key and sequence. */
  readonly sequences: readonly (readonly [x: string, sequence: string])[];
}

/**
 * As the ledger keeps it: equal authorities give equal texts, and none before the first verified
 * record. A set that is refused has used up its signer's sequence also before the first one.
 */
export function serializeAuthority(authority: Authority): string {
  const { ledger, root, version, keys, retired, sequences } = authority;
  if (version === 0 && sequences.size === 0) return '';
  const kept: StoredAuthority = {
    ledger,
    root,
    version,
    keys: [...keys.values()].map(storedKey),
    retired: retired.map(storedKey),
    sequences: [...sequences].map(([x, sequence]) => [x, String(sequence)]),
  };
  return JSON.stringify(kept);
}

/** In a fixed order of members. */
function storedKey({ kid, holder, roles, x }: SigningKey): SigningKey {
  return { kid, holder, roles, x };
}

/** @throws Error for what `serializeAuthority` did not write. */
export function parseAuthority(text: string): Authority {
  if (text === '') return noAuthority();
  const { keys, sequences, ...kept } = JSON.parse(text) as StoredAuthority;
  return {
    ...kept,
    keys: new Map(keys.map((key) => [key.kid, key])),
    sequences: new Map(sequences.map(([x, sequence]) => [x, BigInt(sequence)])),
  };
}
