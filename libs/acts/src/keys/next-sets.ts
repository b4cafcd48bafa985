import { jwkOf } from '#contract';
import { newestEdition, type Authority, type SigningKey } from '#pools';
import { isSameSet } from './common-set.js';
import type { LedgerCommand } from './ledger-commands.js';

/**
 * The sets that bring every partition to the keys that it should have, or a step nearer: a kid in
 * force keeps its public key, so a partition that has another key under the name of a wanted one
 * loses it by a set of its own first. A partition that has its keys already gets nothing.
 * @param all by partition.
 * @param edition that a partition without keys begins with.
 */
export function nextSets(
  all: readonly Authority[],
  wantedOf: (authority: Authority) => readonly SigningKey[],
  ledger: string,
  edition = newestEdition,
): LedgerCommand[] {
  const sets = new Map<string, { data: object; partitions: number[] }>();
  for (const [partition, authority] of all.entries()) {
    const wanted = wantedOf(authority);
    if (isSameSet(wanted, authority.keys.values())) continue;
    const fit = wanted.filter(({ kid, x }) => (authority.keys.get(kid)?.x ?? x) === x);
    const jwks = fit.map(jwkOf);
    // Each partition counts by itself: a thief may have moved one of them far ahead.
    const version = authority.version + 1;
    const data = { version, ...(authority.version === 0 && { edition }), keys: jwks };
    const text = JSON.stringify(data);
    const set = sets.get(text) ?? { data, partitions: [] };
    set.partitions.push(partition);
    sets.set(text, set);
  }
  return [...sets.values()].map(({ data, partitions }) => ({
    command: { type: 'keys.set', subject: ledger, data },
    partitions,
  }));
}
