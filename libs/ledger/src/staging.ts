import { throwCause } from './answers.js';
import type { LedgerSnapshot } from './queries.js';
import { placeOfAward, type LedgerKeys } from './redis-keys.js';
import type { RedisConnection } from './redis.js';
import { entryKinds, type EntryKind } from './state-digest.js';

/** The content of a checkpoint that replaces a partition's ledger. */
export type RestoredContent = Pick<
  LedgerSnapshot,
  'newestMs' | 'refusals' | 'authority' | 'build' | EntryKind
>;

/** The part of a ledger that an act replaces. */
export interface Emptied {
  /** The jackpots whose awards are deleted. */
  readonly jackpots: readonly string[];
  /** The metrics have counted records before this offset, and do not count them again. */
  readonly counted: number;
  /** The new content of the ledger; by default empty. */
  readonly restored?: RestoredContent;
}

/** A staged key, and the commands' arguments that fill it. */
interface StagedEntries {
  readonly key: string;
  readonly command: 'hset' | 'zadd';
  readonly count: number;
  /** Field and text of each entry of a hash; offset and id of each award. */
  entries(): Iterable<readonly [string, string]>;
}

/**
 * The staged keys of a ledger, in the order of `recover.lua`.
 * @param ids of the jackpots whose awards are replaced
 */
export function stagedEntries(
  keys: LedgerKeys,
  ids: readonly string[],
  content: RestoredContent,
): readonly StagedEntries[] {
  const hashes = entryKinds.map((name) => ({
    key: keys.staged(name),
    command: 'hset' as const,
    count: Object.keys(content[name]).length,
    entries: () => Object.entries(content[name]),
  }));
  const remembered = Map.groupBy(
    Object.keys(content.claims),
    (award) => placeOfAward(award).jackpot,
  );
  const awards = ids.map((id) => {
    const own = remembered.get(id) ?? [];
    const scored = own.map((award) => [String(placeOfAward(award).offset), award] as const);
    const key = keys.staged(`awards:${id}`);
    return { key, command: 'zadd' as const, count: scored.length, entries: () => scored };
  });
  return [...hashes, ...awards];
}

/** Entries written at once, far within the time limit of a command. */
const entriesPerWrite = 1_000;

/**
 * Writes a ledger to staging keys, next to the current one. Nothing reads it before `recover.lua`
 * has put it in place; the leftovers of an earlier attempt are deleted.
 * @throws the connection's error.
 */
export async function stage(
  redis: RedisConnection,
  keys: LedgerKeys,
  { jackpots, restored }: Emptied,
): Promise<void> {
  const staged = restored ? stagedEntries(keys, jackpots, restored) : [];
  for (const { key, command, entries } of staged) {
    await redis.del(key).catch(throwCause);
    let some: string[] = [];
    const write = async (): Promise<void> => {
      if (some.length > 0) await redis[command](key, ...some).catch(throwCause);
      some = [];
    };
    for (const entry of entries()) {
      some.push(...entry);
      if (some.length >= 2 * entriesPerWrite) await write();
    }
    await write();
  }
}
