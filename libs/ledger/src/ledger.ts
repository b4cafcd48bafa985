import type { ServiceLog } from '#contract';
import { isDenial, isUnknown } from './answers.js';
import { awardIndexFault } from './award-index.js';
import {
  commitArguments,
  readReply,
  type Commit,
  type CommitResult,
  type OutboxEntry,
} from './commit.js';
import { markHalted, type HaltMark, type SeenLedger } from './halt-mark.js';
import { loadSnapshot, type TableSink } from './loading.js';
import { noScripts, whyDenied } from './permissions.js';
import { publishPulse, storedValues, type StoredValues } from './pulse.js';
import {
  outboxBacklog,
  outboxEntries,
  storeId,
  partitionCount,
  storedAwards,
  storedEntries,
  storedJackpot,
  storedPlace,
  type AwardRange,
  type OutboxBacklog,
  type LedgerSnapshot,
  type StoredAward,
  type EntryKeys,
  type StoredEntries,
  type StoredPlace,
  type StoredJackpot,
} from './queries.js';
import { ledgerKeys, logKey, type LedgerKeys } from './redis-keys.js';
import { storeRecovery, type RecoveryChange, type RecoveryResult } from './recovery.js';
import { reconnectsOf, redisServers, whyNotConnected, type RedisConnection } from './redis.js';
import { redisFacts, whyUnsafe, type RedisFacts } from './redis-safety.js';
import { Script } from './script.js';
import { stage, type Emptied } from './staging.js';
import { trimCommits, type SentCommit } from './trimming.js';

const commitScript = new Script('commit.lua');

const quietForMs = 1_000;

/** Where the ledger logs that it waits for Redis. */
export type WaitingSink = Pick<ServiceLog, 'info' | 'warn'>;

/** The Redis side of the ledger: loads partitions, commits batches, reads and trims the outbox. */
export class Ledger {
  /** When Redis first failed to answer, in epoch milliseconds; undefined while it answers. */
  waitingSinceMs: number | undefined;
  private hasWarned = false;
  /** While a commit waits for Redis, replies to other commands do not end the waiting. */
  private commitsWaiting = 0;
  private readonly keysOf: LedgerKeys[] = [];

  constructor(
    private readonly redis: RedisConnection,
    private readonly topicPrefix: string,
    private readonly sink?: WaitingSink,
  ) {}

  /**
   * Waits until every server of Redis answers, at most for some three seconds.
   * @throws Error with what kept the connection from being made.
   */
  async untilConnected(): Promise<void> {
    for (let attempt = 0; attempt < 30; attempt += 1) {
      // On a Cluster each node has a connection of its own; the partitions are on all of them.
      const servers = redisServers(this.redis);
      const answers = await Promise.allSettled(servers.map((server) => server.ping()));
      if (servers.length > 0 && answers.every(({ status }) => status === 'fulfilled')) return;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    throw new Error(whyNotConnected(this.redis) ?? 'no answer');
  }

  close(): void {
    this.redis.disconnect();
  }

  keys(partition: number): LedgerKeys {
    return (this.keysOf[partition] ??= ledgerKeys(this.topicPrefix, partition));
  }

  /** Stores how many partitions there are, for readers that have Redis alone. */
  async describeLog(clusterId: string, partitions: number): Promise<void> {
    const fields = { cluster: clusterId, partitions: String(partitions) };
    await this.answered(this.redis.hset(logKey(this.topicPrefix), fields));
  }

  /** This Redis' id as a ledger's store. The first who asks makes it. @throws as `load` does. */
  identify(): Promise<string> {
    return this.answered(storeId(this.redis, this.topicPrefix));
  }

  /** How many partitions the log has; undefined before a service has opened the ledger. */
  countPartitions(): Promise<number | undefined> {
    return this.answered(partitionCount(this.redis, this.topicPrefix));
  }

  /**
   * @param sink takes the tables, which the snapshot does not have then.
   * @throws the connection's error when Redis does not answer, as all reads do; LedgerMoves.
   */
  load(partition: number, sink?: TableSink): Promise<LedgerSnapshot> {
    return this.answered(loadSnapshot(this.redis, this.topicPrefix, this.keys(partition), sink));
  }

  /** How far a partition is. */
  readPlace(partition: number): Promise<StoredPlace> {
    return this.answered(storedPlace(this.redis, this.keys(partition)));
  }

  /**
   * Entries of a partition, what its position says beside them, and how many there are.
   * @param jackpots whose lists of awards are asked for.
   */
  readEntries(
    partition: number,
    asked: EntryKeys,
    jackpots: readonly string[],
  ): Promise<StoredEntries> {
    return this.answered(storedEntries(this.redis, this.keys(partition), asked, jackpots));
  }

  /**
   * Commits a batch. After a time-out or a lost connection it is unknown whether the commit was
   * done, so it is sent again until there is an answer: its id makes the repeat harmless.
   * @param whileWaiting called before each repeat; when it returns false the commit is abandoned.
   * @returns undefined for an abandoned commit, whose outcome is unknown.
   * @throws the error of a script that failed after its checks, which is a bug.
   */
  async commit(
    partition: number,
    commit: Commit,
    whileWaiting: () => Promise<boolean>,
  ): Promise<CommitResult | undefined> {
    const { keys, args } = commitArguments(this.keys(partition), commit);
    let isWaiting = false;
    const setWaiting = (waits: boolean): void => {
      if (waits !== isWaiting) this.commitsWaiting += waits ? 1 : -1;
      isWaiting = waits;
    };
    try {
      for (;;) {
        // Not when it fails: then the commit still waits, and no other reply may end the waiting.
        const reply = commitScript.run(this.redis, keys, args).then((answer) => {
          setWaiting(false);
          return answer;
        });
        try {
          return readReply(await this.answered(reply));
        } catch (error) {
          if (isDenial(error))
            return { result: 'denied', detail: noScripts(partition, error as Error) };
          if (!isUnknown(error as Error)) throw error;
        }
        setWaiting(true);
        await new Promise((resolve) => setTimeout(resolve, 100));
        if (!(await whileWaiting())) return undefined;
      }
    } finally {
      setWaiting(false);
    }
  }

  /**
   * Stores a mark that the partition must not go on, unless the ledger has changed since `found`.
   * @throws the connection's error when Redis does not answer.
   */
  async markHalted(partition: number, found: SeenLedger, mark: HaltMark): Promise<void> {
    await this.answered(markHalted(this.redis, this.keys(partition), found, mark));
  }

  /** Writes what an act will put in place, beside the ledger. @throws the connection's error. */
  stage(partition: number, emptied: Emptied): Promise<void> {
    return this.answered(stage(this.redis, this.keys(partition), emptied));
  }

  /**
   * Carries out an operator's act on a partition. Its block must be in the journal before, and what
   * it restores staged.
   * @throws the connection's error; the position then shows whether the act was done.
   */
  recover(partition: number, change: RecoveryChange): Promise<RecoveryResult> {
    return this.answered(storeRecovery(this.redis, this.keys(partition), change));
  }

  /**
   * Why this Redis must not hold money, or undefined: it may evict keys, or loses all in a crash.
   * @throws the connection's error when Redis does not answer.
   */
  whyUnsafe(): Promise<string | undefined> {
    return this.answered(whyUnsafe(redisServers(this.redis)));
  }

  /** @throws the connection's error when Redis does not answer. */
  readFacts(): Promise<RedisFacts> {
    return this.answered(redisFacts(redisServers(this.redis)));
  }

  /** How often the connection to Redis was made again. */
  get reconnects(): number {
    return reconnectsOf(this.redis);
  }

  /**
   * Why the user of `REDIS_URL` may not keep this partition, or undefined. Call it before the first
   * commit: a command that is denied in the middle of one would leave half of it.
   * @throws the connection's error when Redis does not answer.
   */
  whyDenied(partition: number): Promise<string | undefined> {
    return this.answered(whyDenied(this.redis, partition, this.keys(partition)));
  }

  readValues(partition: number): Promise<StoredValues> {
    return this.answered(storedValues(this.redis, this.keys(partition)));
  }

  /**
   * Stores and publishes what the owner of a partition says.
   * @param position of the owner, which another instance may have overtaken.
   * @param owner name of the instance, new at each start.
   * @returns false where another instance owns the partition.
   */
  publishPulse(partition: number, position: number, owner: string, text: string): Promise<boolean> {
    const keys = this.keys(partition);
    return this.answered(publishPulse(this.redis, keys, position, owner, text));
  }

  readJackpotIds(partition: number): Promise<string[]> {
    return this.answered(this.redis.hkeys(this.keys(partition).jackpots));
  }

  /**
   * A jackpot with these balances and claims, and one of its tables; undefined where there is no
   * jackpot of this id.
   */
  readJackpot(
    partition: number,
    id: string,
    accounts: readonly string[],
    awards: readonly string[] = [],
    table = '',
  ): Promise<StoredJackpot | undefined> {
    return this.answered(
      storedJackpot(this.redis, this.keys(partition), id, accounts, awards, table),
    );
  }

  /** The awards of a jackpot that are remembered, newest first. */
  readAwards(partition: number, jackpot: string, range: AwardRange = {}): Promise<StoredAward[]> {
    return this.answered(storedAwards(this.redis, this.keys(partition), jackpot, range));
  }

  /** Why the list of remembered awards is not that of a commit; see `awardIndexFault`. */
  whyOtherAwardIndex(partition: number, jackpots: readonly string[]): Promise<string | undefined> {
    return this.answered(awardIndexFault(this.redis, this.keys(partition), jackpots));
  }

  /** A table's state; undefined where the partition has no such field. */
  async readTable(partition: number, field: string): Promise<string | undefined> {
    const text = await this.answered(this.redis.hget(this.keys(partition).tables, field));
    return text ?? undefined;
  }

  readBacklog(partition: number): Promise<OutboxBacklog> {
    return this.answered(outboxBacklog(this.redis, this.keys(partition).outbox));
  }

  /** The oldest entries of a partition's outbox, or the oldest after an outbox id. */
  readOutbox(partition: number, count: number, after?: string): Promise<OutboxEntry[]> {
    return this.answered(outboxEntries(this.redis, this.keys(partition).outbox, count, after));
  }

  /**
   * Deletes sent commits while the block of the last stands at its place; see trim.lua.
   * @returns how many messages: none where another stands there.
   * @throws the connection's error when Redis does not answer.
   */
  trimOutbox(partition: number, sent: readonly SentCommit[]): Promise<number> {
    return this.answered(trimCommits(this.redis, this.keys(partition), sent));
  }

  /** Keeps `waitingSinceMs`: any reply but "not now" shows that Redis is there. */
  private async answered<T>(reply: Promise<T>): Promise<T> {
    try {
      const value = await reply;
      if (this.commitsWaiting > 0) return value;
      this.endWait();
      return value;
    } catch (error) {
      if (isUnknown(error as Error)) this.wait(error as Error);
      throw error;
    }
  }

  /** Logs one line for each wait; a connection that is still being made is not worth one. */
  private wait(error: Error): void {
    this.waitingSinceMs ??= Date.now();
    if (this.hasWarned || Date.now() - this.waitingSinceMs < quietForMs) return;
    this.hasWarned = true;
    const cause = whyNotConnected(this.redis) ?? error.message;
    const sentence = `Redis cannot be used (${cause}); waiting for it`;
    this.sink?.warn({ event: 'redis-waits' }, sentence);
  }

  private endWait(): void {
    const waitedMs = Date.now() - (this.waitingSinceMs ?? Date.now());
    this.waitingSinceMs = undefined;
    if (!this.hasWarned) return;
    this.hasWarned = false;
    this.sink?.info({ event: 'redis-back', waitedMs }, 'Redis can be used again');
  }
}
