import { jwkOf, keyPrint, thumbprintInForce } from '#contract';
import { roles, type Authority, type SigningKey } from '#pools';
import { visible } from '../visible.js';

/** A partition whose keys or root are not those of most partitions. */
export interface Differing {
  readonly partition: number;
  readonly version: number;
  /** In force here, and in most partitions not. */
  readonly also: readonly SigningKey[];
  /** In force in most partitions, and here not. */
  readonly lacks: readonly SigningKey[];
  /** In force here and in most partitions under one kid, and not the same. */
  readonly changed: readonly { readonly here: SigningKey; readonly most: SigningKey }[];
  /** Thumbprint of the root in force here; null where it is that of most partitions. */
  readonly root: string | null;
}

/**
 * The keys that most partitions have, as one with the newest version of them has it; of two sets
 * that are equally frequent the newer one. A partition without keys does not count, unless none
 * has any. Versions are not compared: who may sign may give the same keys any number.
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
 * Thumbprint of the root that most partitions have in force; of two that are equally frequent one
 * that is not the first. Null where no partition has keys.
 */
export function commonRootOf(all: readonly Authority[]): string | null {
  const begun = all.filter(({ version }) => version > 0);
  const groups = [...Map.groupBy(begun, thumbprintInForce)].toSorted(([, one], [, other]) => {
    const isLater = (group: readonly Authority[]) => Number(group[0]?.laterRoot !== null);
    return other.length - one.length || isLater(other) - isLater(one);
  });
  return groups[0]?.[0] ?? null;
}

/** What is not the same in the partitions, by content. */
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

/** Whether two sets have the same keys with the same holders and roles, whatever their order. */
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
