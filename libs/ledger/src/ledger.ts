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
  followedCluster,
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

/** The log for lines about waiting for Redis. */
export type WaitingSink = Pick<ServiceLog, 'info' | 'warn'>;

/** The Redis side of the ledger: loads partitions, commits batches, reads and trims the outbox. */
export class Ledger {
  /**
   * Time of the first missing answer of Redis, in epoch milliseconds; undefined while it answers.
   */
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
   * Waits until every server of Redis answers, for at most about three seconds.
   * @throws Error with the reason why the connection failed.
   */
  async untilConnected(): Promise<void> {
    for (let attempt = 0; attempt < 30; attempt += 1) {
      // In a Cluster each node has its own connection; the partitions are on all of them.
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

  /** Stores the number of partitions, for readers that have only Redis. */
  async describeLog(clusterId: string, partitions: number): Promise<void> {
    const fields = { cluster: clusterId, partitions: String(partitions) };
    await this.answered(this.redis.hset(logKey(this.topicPrefix), fields));
  }

  /** This Redis' id as a ledger's store. The first caller creates it. @throws as `load` does. */
  identify(): Promise<string> {
    return this.answered(storeId(this.redis, this.topicPrefix));
  }

  /** The number of partitions of the log; undefined before a service has opened the ledger. */
  countPartitions(): Promise<number | undefined> {
    return this.answered(partitionCount(this.redis, this.topicPrefix));
  }

  /** The Kafka cluster of the ledger's log; null before a service has opened the ledger. */
  clusterId(): Promise<string | null> {
    return this.answered(followedCluster(this.redis, this.topicPrefix));
  }

  /**
   * @param sink receives the tables, which the snapshot then omits.
   * @throws the connection's error if Redis does not answer, as all reads do; LedgerMoves.
   */
  load(partition: number, sink?: TableSink): Promise<LedgerSnapshot> {
    return this.answered(loadSnapshot(this.redis, this.topicPrefix, this.keys(partition), sink));
  }

  /** The position of a partition. */
  readPlace(partition: number): Promise<StoredPlace> {
    return this.answered(storedPlace(this.redis, this.keys(partition)));
  }

  /**
   * Entries of a partition, the other facts of its position, and the number of entries.
   * @param jackpots whose lists of awards are requested.
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
   * @param whileWaiting called before each repeat; false abandons the commit.
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
        // Not after a failure: the commit then still waits, and no other reply may end the waiting.
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
   * Stores a mark that halts the partition, if the ledger has not changed since `found`.
   * @throws the connection's error if Redis does not answer.
   */
  async markHalted(partition: number, found: SeenLedger, mark: HaltMark): Promise<void> {
    await this.answered(markHalted(this.redis, this.keys(partition), found, mark));
  }

  /**
   * Writes the new content of an act to staging keys next to the ledger. @throws the connection's
   * error.
   */
  stage(partition: number, emptied: Emptied): Promise<void> {
    return this.answered(stage(this.redis, this.keys(partition), emptied));
  }

  /**
   * Carries out an operator's act on a partition. Its block must already be in the journal, and the
   * content to restore must be staged.
   * @throws the connection's error; the position then shows whether the act was done.
   */
  recover(partition: number, change: RecoveryChange): Promise<RecoveryResult> {
    return this.answered(storeRecovery(this.redis, this.keys(partition), change));
  }

  /**
   * Says why this Redis must not hold money: it may evict keys, or loses all in a crash; else
   * undefined.
   * @throws the connection's error if Redis does not answer.
   */
  whyUnsafe(): Promise<string | undefined> {
    return this.answered(whyUnsafe(redisServers(this.redis)));
  }

  /** @throws the connection's error if Redis does not answer. */
  readFacts(): Promise<RedisFacts> {
    return this.answered(redisFacts(redisServers(this.redis)));
  }

  /** Number of reconnects to Redis. */
  get reconnects(): number {
    return reconnectsOf(this.redis);
  }

  /**
   * Says why the user of `REDIS_URL` may not keep this partition; else undefined. Must be called
   * before the first commit: a command that is denied in the middle of one would leave half of it.
   * @throws the connection's error if Redis does not answer.
   */
  whyDenied(partition: number): Promise<string | undefined> {
    return this.answered(whyDenied(this.redis, partition, this.keys(partition)));
  }

  readValues(partition: number): Promise<StoredValues> {
    return this.answered(storedValues(this.redis, this.keys(partition)));
  }

  /**
   * Stores and publishes the pulse of a partition's owner.
   * @param position of the owner, which another instance may have overtaken.
   * @param owner name of the instance, new at each start.
   * @returns false if another instance owns the partition.
   */
  publishPulse(partition: number, position: number, owner: string, text: string): Promise<boolean> {
    const keys = this.keys(partition);
    return this.answered(publishPulse(this.redis, keys, position, owner, text));
  }

  readJackpotIds(partition: number): Promise<string[]> {
    return this.answered(this.redis.hkeys(this.keys(partition).jackpots));
  }

  /**
   * A jackpot with these balances and claims, and one of its tables; undefined if no jackpot has
   * this id.
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

  /** The remembered awards of a jackpot, newest first. */
  readAwards(partition: number, jackpot: string, range: AwardRange = {}): Promise<StoredAward[]> {
    return this.answered(storedAwards(this.redis, this.keys(partition), jackpot, range));
  }

  /** Says why the list of remembered awards does not come from a commit; see `awardIndexFault`. */
  whyOtherAwardIndex(partition: number, jackpots: readonly string[]): Promise<string | undefined> {
    return this.answered(awardIndexFault(this.redis, this.keys(partition), jackpots));
  }

  /** A table's state; undefined if the partition has no such field. */
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
   * Deletes sent commits while the block of the last one is at its place; see trim.lua.
   * @returns the number of deleted messages: 0 if another block is there.
   * @throws the connection's error if Redis does not answer.
   */
  trimOutbox(partition: number, sent: readonly SentCommit[]): Promise<number> {
    return this.answered(trimCommits(this.redis, this.keys(partition), sent));
  }

  /** Updates `waitingSinceMs`: any reply but "not now" shows that Redis is available. */
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

  /** Logs one line for each wait, but none while the first connection is being made. */
  private wait(error: Error): void {
    this.waitingSinceMs ??= performance.now();
    if (this.hasWarned || performance.now() - this.waitingSinceMs < quietForMs) return;
    this.hasWarned = true;
    const cause = whyNotConnected(this.redis) ?? error.message;
    const sentence = `Redis cannot be used (${cause}); waiting for it`;
    this.sink?.warn({ event: 'redis-waits' }, sentence);
  }

  private endWait(): void {
    const nowMs = performance.now();
    const waitedMs = Math.round(nowMs - (this.waitingSinceMs ?? nowMs));
    this.waitingSinceMs = undefined;
    if (!this.hasWarned) return;
    this.hasWarned = false;
    this.sink?.info({ event: 'redis-back', waitedMs }, 'Redis can be used again');
  }
}
