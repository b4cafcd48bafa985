import { randomUUID } from 'node:crypto';
import { repliesOf, throwCause } from './answers.js';
import type { OutboxEntry } from './commit.js';
import { readMark, type HaltMark } from './halt-mark.js';
import { journalGenesis, type JournalPlace } from './journal.js';
import { pulseIn, type StoredPulse } from './pulse.js';
import { accountField, closedDayField, logKey, type LedgerKeys } from './redis-keys.js';
import { entryKinds, type EntryKind } from './state-digest.js';
import type { RedisConnection } from './redis.js';

/** A partition of the ledger from one atomic read; amounts are decimal strings. */
export interface LedgerSnapshot {
  /** Offset of the next record to apply; 0 for a partition without a commit. */
  readonly position: number;
  readonly anchor: string | null;
  /** Effective Kafka time of the record before the position, ms; 0 before the first. */
  readonly newestMs: number;
  /** Hash and number of the journal's last block. */
  readonly head: string;
  readonly block: number;
  /** Number of partitions at the last commit, else when a service first opened it; else null. */
  readonly partitions: number | null;
  /** The log’s cluster at the last commit, else when a service last opened it; else null. */
  readonly clusterId: string | null;
  /** The reason for a halt, which only an operator's recovery ends; null without a halt. */
  readonly halted: HaltMark | null;
  /**
   * Records before this offset were counted in metrics before the ledger was emptied; null if it
   * never was.
   */
  readonly counted: number | null;
  /** The refusal counts of the current window; empty without any. */
  readonly refusals: string;
  /** The keys that may sign, JSON; empty before the first set of keys. */
  readonly authority: string;
  /** The build that made the last commit; null before the first. */
  readonly build: string | null;
  /** The newest block, and its place on the journal's topic; null before the first. */
  readonly sent: SentBlock | null;
  readonly accounts: Readonly<Record<string, string>>;
  readonly jackpots: Readonly<Record<string, string>>;
  readonly tables: Readonly<Record<string, string>>;
  /** The remembered awards, by id. */
  readonly claims: Readonly<Record<string, string>>;
  readonly values: Readonly<Record<string, string>>;
  readonly meters: Readonly<Record<string, string>>;
}

/**
 * An entry of a snapshot's hash. A jackpot may be named `constructor`, which every object has as a
 * member, so all reads of a hash by name use this function.
 */
export function entryOf(hash: Readonly<Record<string, string>>, key: string): string | undefined {
  return Object.hasOwn(hash, key) ? hash[key] : undefined;
}

/** A block by its number, and its place on the journal's topic. */
export interface SentBlock extends JournalPlace {
  readonly block: number;
}

/** A jackpot from one atomic read: the texts of its commits, amounts as decimal strings. */
export interface StoredJackpot {
  readonly jackpot: string;
  /**
   * Undefined only if something other than a commit has changed the ledger; the same for balances.
   */
  readonly value: string | undefined;
  readonly meters: string | undefined;
  /** Undefined before its first day was closed. */
  readonly closed: string | undefined;
  /** Balances in the order of the requested accounts. */
  readonly balances: readonly (string | undefined)[];
  /** The requested awards that are still remembered, by id. */
  readonly claims: ReadonlyMap<string, string>;
  /** The text of the requested table; undefined without one. */
  readonly table: string | undefined;
  /** Offset of the next record to apply to the partition. */
  readonly position: number;
  readonly pulse: StoredPulse | undefined;
}

/** The position of a partition. */
export interface StoredPlace {
  readonly position: number;
  /** Effective Kafka time of the record before the position, ms; 0 before the first. */
  readonly newestMs: number;
  readonly head: string;
}

/** Requested entries; those of accounts are single fields. */
export type EntryKeys = Readonly<Record<EntryKind, readonly string[]>>;

/** Some entries of a partition, from one atomic read. */
export interface StoredEntries extends StoredPlace {
  readonly refusals: string;
  readonly authority: string;
  readonly partitions: string | undefined;
  readonly clusterId: string | undefined;
  /** Number of fields of each hash. */
  readonly sizes: Readonly<Record<EntryKind, number>>;
  /** Texts in the order of the keys; null for a missing one. */
  readonly texts: Readonly<Record<EntryKind, readonly (string | null)[]>>;
  /** For each requested jackpot, its awards in the order of their offsets: id, offset. */
  readonly lists: readonly (readonly string[])[];
}

/** The content that waits in an outbox. */
export interface OutboxBacklog {
  readonly messages: number;
  readonly oldest: OutboxEntry | undefined;
}

/** A remembered award, and the offset of the record that made it. */
export interface StoredAward {
  readonly id: string;
  readonly offset: number;
  /** Undefined if it was forgotten during the read. */
  readonly text: string | undefined;
}

/** Far more than Kafka allows: a number written by hand must not create huge lists. */
const partitionsAtMost = 10_000;

/** The Kafka cluster whose log the ledger follows; null before a service has opened the ledger. */
export function followedCluster(
  redis: RedisConnection,
  topicPrefix: string,
): Promise<string | null> {
  return redis.hget(logKey(topicPrefix), 'cluster');
}

/** The number of partitions of the log; undefined before a service has opened the ledger. */
export async function partitionCount(
  redis: RedisConnection,
  topicPrefix: string,
): Promise<number | undefined> {
  const count = naturalOf(await redis.hget(logKey(topicPrefix), 'partitions'), 0);
  return count > 0 && count <= partitionsAtMost ? count : undefined;
}

/** The store's id that was written first, by this call or an earlier one. */
export async function storeId(redis: RedisConnection, topicPrefix: string): Promise<string> {
  const key = logKey(topicPrefix);
  const known = await redis.hget(key, 'store');
  if (known !== null) return known;
  const made = randomUUID();
  await redis.hsetnx(key, 'store', made);
  return (await redis.hget(key, 'store')) ?? made;
}

export async function snapshotOf(
  redis: RedisConnection,
  topicPrefix: string,
  keys: LedgerKeys,
): Promise<LedgerSnapshot> {
  const replies = await redis
    .multi()
    .hgetall(keys.position)
    .hgetall(keys.accounts)
    .hgetall(keys.jackpots)
    .hgetall(keys.tables)
    .hgetall(keys.claims)
    .hgetall(keys.values)
    .hgetall(keys.meters)
    .exec()
    .catch(throwCause);
  const hashes = repliesOf(replies) as Record<string, string>[];
  const [position, accounts, jackpots, tables, claims, values, meters] = hashes;
  if (!position || !accounts || !jackpots || !tables || !claims || !values || !meters) {
    throw new Error('Redis gave no answer to the load of a partition');
  }
  const entries = { accounts, jackpots, tables, claims, values, meters };
  return { ...(await redisFactsOf(redis, topicPrefix, position)), ...entries };
}

/** The facts in the hash of the position. */
export async function redisFactsOf(
  redis: RedisConnection,
  topicPrefix: string,
  position: Readonly<Record<string, string>>,
): Promise<Omit<LedgerSnapshot, EntryKind>> {
  // An empty partition of a log that got more partitions would be home to jackpots with money
  // elsewhere, and one of another cluster would begin another log.
  const known = naturalOf(position['partitions'], 0);
  const partitions = known === 0 ? await partitionCount(redis, topicPrefix) : known;
  const clusterId = position['cluster'] ?? (await followedCluster(redis, topicPrefix));
  return {
    position: naturalOf(position['offset'], 0),
    anchor: position['anchor'] ?? null,
    newestMs: naturalOf(position['newestMs'], 0),
    head: headOf(position['head']),
    block: naturalOf(position['block'], 0),
    partitions: partitions ?? null,
    clusterId,
    halted: readMark(position['halted']),
    counted: naturalOf(position['counted'], null),
    refusals: position['refusals'] ?? '',
    authority: position['authority'] ?? '',
    build: position['build'] ?? null,
    sent: sentBlock(position['sent']),
  };
}

/** A text that is not a number counts as missing, as in the recovery scripts. */
function naturalOf<Missing>(text: string | null | undefined, missing: Missing): number | Missing {
  return /^(0|[1-9]\d{0,14})$/.test(text ?? '') ? Number(text) : missing;
}

function headOf(text: string | null | undefined): string {
  return /^[0-9a-f]{64}$/.test(text ?? '') ? (text as string) : journalGenesis;
}

/** A text that is not a place counts as missing: the topic is then searched. */
function sentBlock(text = ''): SentBlock | null {
  const [, block, partition, offset] = /^(\d{1,15})\/(\d{1,9})\/(\d{1,15})$/.exec(text) ?? [];
  if (offset === undefined) return null;
  return { block: Number(block), partition: Number(partition), offset: Number(offset) };
}

export async function storedJackpot(
  redis: RedisConnection,
  keys: LedgerKeys,
  id: string,
  accounts: readonly string[],
  awards: readonly string[],
  table: string,
): Promise<StoredJackpot | undefined> {
  const asked = redis
    .multi()
    .hget(keys.jackpots, id)
    .hget(keys.values, id)
    .hmget(keys.meters, id, closedDayField(id))
    .hmget(keys.accounts, ...accounts.map((account) => accountField(id, account)))
    .hget(keys.position, 'offset')
    .hget(keys.pulse, 'text')
    .pttl(keys.pulse)
    .hget(keys.tables, table);
  if (awards.length > 0) asked.hmget(keys.claims, ...awards);
  const replies = repliesOf(await asked.exec().catch(throwCause));
  const [jackpot, value, metered, balances, offset, ...others] = replies;
  const [pulse, pulseLeftMs, entry, texts = []] = others;
  if (typeof jackpot !== 'string') return undefined;
  const [meters, closed] = metered as (string | null)[];
  return {
    jackpot,
    value: (value as string | null) ?? undefined,
    meters: meters ?? undefined,
    closed: closed ?? undefined,
    balances: (balances as (string | null)[]).map((balance) => balance ?? undefined),
    claims: claimsOf(awards, texts as (string | null)[]),
    table: (entry as string | null) ?? undefined,
    position: naturalOf(offset as string | null, 0),
    pulse: pulseIn(pulse as string | null, Number(pulseLeftMs)),
  };
}

function claimsOf(awards: readonly string[], texts: readonly (string | null)[]) {
  const claims = awards.map((award, index) => [award, texts[index] ?? undefined] as const);
  return new Map(claims.filter((each): each is [string, string] => each[1] !== undefined));
}

/** The newest `limit` awards before an offset; all without either. */
export interface AwardRange {
  readonly beforeOffset?: number;
  readonly limit?: number;
}

export async function storedAwards(
  redis: RedisConnection,
  keys: LedgerKeys,
  jackpot: string,
  { beforeOffset, limit = -1 }: AwardRange,
): Promise<StoredAward[]> {
  const from = beforeOffset === undefined ? '+inf' : `(${beforeOffset}`;
  const page = ['REV', 'LIMIT', 0, limit, 'WITHSCORES'] as const;
  const found = pairsOf(await redis.zrange(keys.awards(jackpot), from, '-inf', 'BYSCORE', ...page));
  if (found.length === 0) return [];
  const texts = await redis.hmget(keys.claims, ...found.map(([id]) => id));
  return found.map(([id, offset], index) => {
    return { id, offset: Number(offset), text: texts[index] ?? undefined };
  });
}

export async function storedPlace(redis: RedisConnection, keys: LedgerKeys): Promise<StoredPlace> {
  const [offset, head, newestMs] = await redis.hmget(keys.position, 'offset', 'head', 'newestMs');
  return {
    position: naturalOf(offset, 0),
    newestMs: naturalOf(newestMs, 0),
    head: headOf(head),
  };
}

export async function storedEntries(
  redis: RedisConnection,
  keys: LedgerKeys,
  asked: EntryKeys,
  jackpots: readonly string[],
): Promise<StoredEntries> {
  const multi = redis.multi().hgetall(keys.position);
  for (const kind of entryKinds) multi.hlen(keys[kind]);
  const kinds = entryKinds.filter((kind) => asked[kind].length > 0);
  for (const kind of kinds) multi.hmget(keys[kind], ...asked[kind]);
  for (const jackpot of jackpots) multi.zrange(keys.awards(jackpot), '0', '-1', 'WITHSCORES');
  const [position, ...replies] = repliesOf(await multi.exec().catch(throwCause));
  const found = position as Record<string, string>;
  const sizes = entryKinds.map((kind) => [kind, Number(replies.shift())]);
  const none = entryKinds.map((kind) => [kind, []]);
  const texts = kinds.map((kind) => [kind, replies.shift()]);
  return {
    position: naturalOf(found['offset'], 0),
    newestMs: naturalOf(found['newestMs'], 0),
    head: headOf(found['head']),
    refusals: found['refusals'] ?? '',
    authority: found['authority'] ?? '',
    partitions: found['partitions'],
    clusterId: found['cluster'],
    sizes: Object.fromEntries(sizes) as StoredEntries['sizes'],
    texts: Object.fromEntries([...none, ...texts]) as StoredEntries['texts'],
    lists: replies as string[][],
  };
}

/** Number of messages in the outbox, and the oldest of them. */
export async function outboxBacklog(redis: RedisConnection, key: string): Promise<OutboxBacklog> {
  // `XINFO STREAM` is an error for a missing key: nothing was ever sent.
  const about = (await redis.xinfo('STREAM', key).catch((error: Error) => {
    if (/no such key/.test(error.message)) return [];
    throw error;
  })) as unknown[];
  const valueOf = (name: string): unknown => about[about.indexOf(name) + 1];
  if (about.length === 0) return { messages: 0, oldest: undefined };
  const first = valueOf('first-entry') as [string, string[]] | null;
  return { messages: Number(valueOf('length')), oldest: first ? outboxEntry(first) : undefined };
}

export async function outboxEntries(
  redis: RedisConnection,
  key: string,
  count: number,
  after?: string,
): Promise<OutboxEntry[]> {
  const from = after === undefined ? '-' : `(${after}`;
  const entries = await redis.xrange(key, from, '+', 'COUNT', count);
  return entries.map(outboxEntry);
}

function outboxEntry([outboxId, fields]: [string, string[]]): OutboxEntry {
  const { topic = '', key = '', id = '', value = '' } = Object.fromEntries(pairsOf(fields));
  return { outboxId, topic, key, id, value };
}

function pairsOf(texts: readonly string[]): [string, string][] {
  const pairs: [string, string][] = [];
  for (let index = 0; index < texts.length; index += 2) {
    pairs.push([texts[index] as string, texts[index + 1] as string]);
  }
  return pairs;
}
