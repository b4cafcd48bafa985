import { repliesOf, throwCause } from './answers.js';
import { redisFactsOf, snapshotOf, type LedgerSnapshot } from './queries.js';
import type { LedgerKeys } from './redis-keys.js';
import type { RedisConnection } from './redis.js';

/**
 * Receives the tables of a partition during the read, so that not all texts are in memory at once.
 */
export interface TableSink {
  /** Called when the read begins, or begins again because the ledger has moved. */
  begin(): void;
  take(field: string, text: string): void;
}

/** The ledger moved during every read; it can be read again later. */
export class LedgerMoves extends Error {}

/** Fields read at once, far within the time limit of a command. */
const readAtOnce = 5_000;
const fieldsOfPiece = 2_000;
const attempts = 10;

/**
 * Reads a partition: at once if it is small, else in pieces, each with its own time limit. Other
 * work runs between pieces. If the ledger moves meanwhile, it is read again.
 * @param sink if given, the snapshot has no tables.
 * @throws LedgerMoves, or the connection's error.
 */
export async function loadSnapshot(
  redis: RedisConnection,
  topicPrefix: string,
  keys: LedgerKeys,
  sink?: TableSink,
): Promise<LedgerSnapshot> {
  const { accounts, jackpots, tables, claims, values, meters } = keys;
  const hashes = [accounts, jackpots, tables, claims, values, meters];
  const asked = redis.multi();
  for (const key of hashes) asked.hlen(key);
  const sizes = repliesOf(await asked.exec().catch(throwCause)).map(Number);
  if (sizes.reduce((sum, size) => sum + size, 0) <= readAtOnce) {
    const snapshot = await snapshotOf(redis, topicPrefix, keys);
    if (!sink) return snapshot;
    sink.begin();
    for (const [field, text] of Object.entries(snapshot.tables)) sink.take(field, text);
    return { ...snapshot, tables: {} };
  }
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    const position = await redis.hgetall(keys.position);
    sink?.begin();
    // Counts in the order of `hashes`.
    const counts: number[] = [];
    const read = async (key: string): Promise<Record<string, string>> => {
      // An object could not hold a field named `__proto__`.
      const fields = new Map<string, string>();
      counts.push(await scan(redis, key, (field, text) => fields.set(field, text)));
      return Object.fromEntries(fields);
    };
    const own = { accounts: await read(accounts), jackpots: await read(jackpots) };
    const texts = new Map<string, string>();
    const take = sink ? sink.take.bind(sink) : texts.set.bind(texts);
    counts.push(await scan(redis, tables, take));
    const others = {
      claims: await read(claims),
      values: await read(values),
      meters: await read(meters),
    };
    const whole = { ...own, tables: Object.fromEntries(texts), ...others };
    const end = redis.multi().hmget(keys.position, 'offset', 'head');
    for (const key of hashes) end.hlen(key);
    const [after, ...lengths] = repliesOf(await end.exec().catch(throwCause));
    const before = [position['offset'] ?? null, position['head'] ?? null];
    const now = [after, lengths.map(Number)];
    if (JSON.stringify([before, counts]) === JSON.stringify(now)) {
      return { ...(await redisFactsOf(redis, topicPrefix, position)), ...whole };
    }
  }
  throw new LedgerMoves(`the ledger moved each of ${attempts} times that it was read`);
}

/**
 * Reads a hash in pieces. If its Cluster slot moves meanwhile, the new server skips fields, because
 * the cursor is not its own.
 * @returns the number of fields, each counted once.
 */
async function scan(
  redis: RedisConnection,
  key: string,
  take: (field: string, text: string) => unknown,
): Promise<number> {
  const seen = new Set<string>();
  let cursor = '0';
  do {
    const [next, pairs] = await redis.hscan(key, cursor, 'COUNT', fieldsOfPiece);
    for (let index = 0; index < pairs.length; index += 2) {
      seen.add(pairs[index] as string);
      take(pairs[index] as string, pairs[index + 1] as string);
    }
    cursor = next;
  } while (cursor !== '0');
  return seen.size;
}
