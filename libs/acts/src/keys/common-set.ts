import { jwkOf, keyPrint, thumbprintInForce } from '#contract';
import { roles, type Authority, type SigningKey } from '#pools';
import { visible } from '../visible.js';

/** A partition whose keys or root differ from those of most partitions. */
export interface Differing {
  readonly partition: number;
  readonly version: number;
  /** In force here, but not in most partitions. */
  readonly also: readonly SigningKey[];
  /** In force in most partitions, but not here. */
  readonly lacks: readonly SigningKey[];
  /** In force here and in most partitions under one kid, but different. */
  readonly changed: readonly { readonly here: SigningKey; readonly most: SigningKey }[];
  /** Thumbprint of the root in force here; null if it is the same as in most partitions. */
  readonly root: string | null;
}

/**
 * The keys that most partitions have, from one with their newest version; of two equally frequent
 * sets, the newer one. Partitions without keys count only if all have none. Versions are not
 * compared: a signer may give the same keys any number.
 * @param all by partition.
 */
export function commonOf(all: readonly Authority[]): Authority {
  const begun = all.filter(({ version }) => version > 0);
  const groups = Map.groupBy(begun.length > 0 ? begun : all, ({ keys }) =>
    keySetText(keys.values()),
  );
  const counted = [...groups.values()].map((group) => ({
    count: group.length,
    newest: group.reduce((one, other) => (other.version > one.version ? other : one)),
  }));
  return counted.reduce((one, other) => {
    const isNewer = other.newest.version > one.newest.version;
    return other.count > one.count || (other.count === one.count && isNewer) ? other : one;
  }).newest;
}

/**
 * Thumbprint of the root that most partitions have in force; of two equally frequent ones, one that
 * is not the first root. Null if no partition has keys.
 */
export function commonRootOf(all: readonly Authority[]): string | null {
  const begun = all.filter(({ version }) => version > 0);
  const groups = [...Map.groupBy(begun, thumbprintInForce)].toSorted(([, one], [, other]) => {
    const isLater = (group: readonly Authority[]) => Number(group[0]?.laterRoot !== null);
    return other.length - one.length || isLater(other) - isLater(one);
  });
  return groups[0]?.[0] ?? null;
}

/** Lists the partitions that differ from the common keys, compared by content. */
export function differingFrom(common: Authority, all: readonly Authority[]): Differing[] {
  const commonRoot = commonRootOf(all);
  return all.flatMap((authority, partition) => {
    const { version, keys } = authority;
    const own = thumbprintInForce(authority);
    const root = own === commonRoot ? null : own;
    if (root === null && isSameSet(keys.values(), common.keys.values())) return [];
    const inForce = [...keys.values()];
    const most = [...common.keys.values()];
    const pairs = inForce.flatMap((here) => {
      const other = common.keys.get(here.kid);
      return other ? [{ here, most: other }] : [];
    });
    return {
      partition,
      version,
      also: inForce.filter(({ kid }) => !common.keys.has(kid)),
      lacks: most.filter(({ kid }) => !keys.has(kid)),
      changed: pairs.filter(({ here, most: other }) => !isSameSet([here], [other])),
      root,
    };
  });
}

/** Returns true if two sets have the same keys with the same holders and roles, in any order. */
export function isSameSet(some: Iterable<SigningKey>, others: Iterable<SigningKey>): boolean {
  return keySetText(some) === keySetText(others);
}

/** `partitions 3, 5: also new-1 (F, all roles); lacks ops-2`. */
export function describeDiffering(differing: readonly Differing[]): string {
  const groups = Map.groupBy(differing, inWords);
  const lines = [...groups].map(([words, group]) => {
    const numbers = group.map(({ partition }) => partition).join(', ');
    return `partition${group.length > 1 ? 's' : ''} ${numbers}: ${words}\n`;
  });
  return lines.join('');
}

function inWords({ version, also, lacks, changed, root }: Differing): string {
  if (version === 0) return 'no keys yet';
  const parts = [
    root === null ? [] : [`root ${root}`],
    also.length > 0 ? [`also ${also.map(named).join(', ')}`] : [],
    lacks.length > 0 ? [`lacks ${lacks.map(({ kid }) => kid).join(', ')}`] : [],
    changed.map(({ here, most }) =>
      here.x === most.x
        ? `${named(here)} instead of ${named(most)}`
        : `${named(here)} is another key than ${most.kid} of the other partitions`,
    ),
  ];
  return visible(parts.flat().join('; '));
}

function named(key: SigningKey): string {
  const { kid, holder, roles: own, passkey } = key;
  const isAll = roles.every((role) => own.includes(role));
  const more = passkey ? `, ${keyPrint(key)}` : '';
  return `${kid} (${holder}, ${isAll ? 'all roles' : own.join(', ')}${more})`;
}

function keySetText(keys: Iterable<SigningKey>): string {
  const members = [...keys].map((key) => {
    return JSON.stringify(jwkOf({ ...key, roles: key.roles.toSorted() }));
  });
  return members.toSorted().join('\n');
}
