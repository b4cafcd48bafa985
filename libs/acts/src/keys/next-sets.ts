import { jwkOf } from '#contract';
import { newestEdition, type Authority, type SigningKey } from '#pools';
import { isSameSet } from './common-set.js';
import type { LedgerCommand } from './ledger-commands.js';

/**
 * The sets that give every partition its wanted keys, or bring it a step nearer: a kid in force
 * keeps its public key, so if a partition has another key under a wanted name, a separate set
 * removes that key first. A partition that has its keys already gets nothing.
 * @param all by partition.
 * @param edition with which a partition without keys begins.
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
    // Each partition has its own count: a thief may have moved one of them far ahead.
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
