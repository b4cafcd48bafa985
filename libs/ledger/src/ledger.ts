import { isDenial, isUnknown, throwCause } from './answers.js';
import {
  commitArguments,
  readReply,
  type Commit,
  type CommitResult,
  type OutboxEntry,
} from './commit.js';
import { journalGenesis } from './journal.js';
import { ledgerKeys, logKey, type LedgerKeys } from './redis-keys.js';
import {
  readMark,
  readRecoveryReply,
  recoveryArguments,
  type HaltMark,
  type RecoveryChange,
  type RecoveryResult,
} from './recovery.js';
import { redisServers, whyNotConnected, type RedisConnection } from './redis.js';
import { whyUnsafe } from './redis-safety.js';
import { Script } from './script.js';

/** A partition of the ledger as one atomic read gave it; amounts are decimal strings. */
export interface LedgerSnapshot {
  /** Offset of the next record to apply; 0 for a partition that nothing was committed to. */
  readonly position: number;
  readonly anchor: string | null;
  /** Hash and number of the journal's last block. */
  readonly head: string;
  readonly block: number;
  /**
   * How many partitions the log had at the last commit, or when the ledger was first opened for one
   * that nothing was committed to; null while no service has left word.
   */
  readonly partitions: number | null;
  /** The log's cluster at the last commit; null before the first. */
  readonly clusterId: string | null;
  /** Why it must not go on, until an operator has recovered it; null where it may. */
  readonly halted: HaltMark | null;
  readonly accounts: Readonly<Record<string, string>>;
  readonly jackpots: Readonly<Record<string, string>>;
  readonly tables: Readonly<Record<string, string>>;
  readonly values: Readonly<Record<string, string>>;
}

const commitScript = new Script('commit.lua');
const probeScript = new Script('probe.lua');
const markScript = new Script('mark-halted.lua');
const recoverScript = new Script('recover.lua');
const trimScript = new Script('trim.lua');

const quietForMs = 1_000;

/** Where the ledger says that it waits; pino's logger fits. */
export interface WaitingSink {
  info(message: string): void;
  warn(message: string): void;
}

/** The Redis side of the ledger: loads partitions, commits batches, gives and trims the outbox. */
export class Ledger {
  /** Since when Redis has not answered, in epoch milliseconds; null while it does. */
  waitingSince: number | null = null;
  private saidSo = false;
  /** Commits that wait: while one does, that Redis answers something else does not count. */
  private commitsWaiting = 0;

  constructor(
    private readonly redis: RedisConnection,
    private readonly topicPrefix: string,
    private readonly sink?: WaitingSink,
  ) {}

  keys(partition: number): LedgerKeys {
    return ledgerKeys(this.topicPrefix, partition);
  }

  /** Leaves word of how many partitions there are, for those who read Redis alone. */
  async describeLog(clusterId: string, partitions: number): Promise<void> {
    const fields = { cluster: clusterId, partitions: String(partitions) };
    await this.answered(this.redis.hset(logKey(this.topicPrefix), fields));
  }

  /** Partitions of the log, or 0 while no service has left word. */
  async countPartitions(): Promise<number> {
    const partitions = await this.answered(this.redis.hget(logKey(this.topicPrefix), 'partitions'));
    return Number(partitions ?? '0');
  }

  /** @throws the connection's error when Redis does not answer. */
  async load(partition: number): Promise<LedgerSnapshot> {
    const keys = this.keys(partition);
    const replies = await this.answered(
      this.redis
        .multi()
        .hgetall(keys.position)
        .hgetall(keys.accounts)
        .hgetall(keys.jackpots)
        .hgetall(keys.tables)
        .hgetall(keys.values)
        .exec()
        .catch(throwCause),
    );
    const hashes = (replies ?? []).map(([error, hash]) => {
      if (error) throw error;
      return hash as Record<string, string>;
    });
    const [position, accounts, jackpots, tables, values] = hashes;
    if (!position || !accounts || !jackpots || !tables || !values) {
      throw new Error('Redis gave no answer to the load of a partition');
    }
    // An empty partition of a log that was given more of them must not go on either: it would be the
    // home of jackpots that have their money elsewhere.
    const partitions = Number(position['partitions'] ?? (await this.countPartitions()));
    return {
      position: Number(position['offset'] ?? '0'),
      anchor: position['anchor'] ?? null,
      head: position['head'] ?? journalGenesis,
      block: Number(position['block'] ?? '0'),
      partitions: partitions > 0 ? partitions : null,
      clusterId: position['cluster'] ?? null,
      halted: readMark(position['halted']),
      accounts,
      jackpots,
      tables,
      values,
    };
  }

  /** Where a partition is, without what it holds. */
  async readPosition(partition: number): Promise<{ position: number; head: string }> {
    const { position: key } = this.keys(partition);
    const [offset, head] = await this.answered(this.redis.hmget(key, 'offset', 'head'));
    return { position: Number(offset ?? '0'), head: head ?? journalGenesis };
  }

  /**
   * Commits a batch. A time-out or a lost connection leaves unknown whether it was done, so the same
   * commit is sent again until there is an answer: its id makes the repeat harmless.
   * @param whileWaiting called before each repeat; returns false to give up, and then so does this,
   *   with null.
   * @throws the error of a script that failed after its checks, which is a bug.
   */
  async commit(
    partition: number,
    commit: Commit,
    whileWaiting: () => Promise<boolean>,
  ): Promise<CommitResult | null> {
    const { keys, args } = commitArguments(this.keys(partition), commit);
    let isWaiting = false;
    const setWaiting = (waits: boolean): void => {
      if (waits !== isWaiting) this.commitsWaiting += waits ? 1 : -1;
      isWaiting = waits;
    };
    try {
      for (;;) {
        const reply = commitScript.run(this.redis, keys, args).finally(() => setWaiting(false));
        try {
          return readReply(await this.answered(reply));
        } catch (error) {
          if (!isUnknown(error as Error)) throw error;
        }
        setWaiting(true);
        await new Promise((resolve) => setTimeout(resolve, 100));
        if (!(await whileWaiting())) return null;
      }
    } finally {
      setWaiting(false);
    }
  }

  /**
   * Leaves word that the partition must not go on, as long as the ledger is what was found wrong.
   * @throws the connection's error when Redis does not answer.
   */
  async markHalted(
    partition: number,
    found: { readonly position: number; readonly head: string },
    { reason, detail }: HaltMark,
  ): Promise<void> {
    const args = [String(found.position), found.head, JSON.stringify({ reason, detail })];
    await this.answered(markScript.run(this.redis, [this.keys(partition).position], args));
  }

  /**
   * An operator's act on a partition. Its block must be in the journal before.
   * @throws the connection's error; what became of it is then to be seen from the position.
   */
  async recover(partition: number, change: RecoveryChange): Promise<RecoveryResult> {
    const { keys, args } = recoveryArguments(this.keys(partition), change);
    return readRecoveryReply(await this.answered(recoverScript.run(this.redis, keys, args)));
  }

  /**
   * Why this Redis must not hold money, or null: it could evict keys, or forgets all on a crash.
   * @throws the connection's error when Redis does not answer.
   */
  whyUnsafe(): Promise<string | null> {
    return this.answered(whyUnsafe(redisServers(this.redis)));
  }

  /**
   * Why the user of `REDIS_URL` may not keep this partition, or null. Asked before the first commit:
   * a command that is denied in its middle would leave half of it.
   * @throws the connection's error when Redis does not answer.
   */
  async whyDenied(partition: number): Promise<string | null> {
    const {
      position,
      accounts,
      jackpots,
      tables,
      values,
      outbox,
      awards,
      probe: channel,
    } = this.keys(partition);
    // No jackpot's id begins with a colon.
    const keys = [position, accounts, jackpots, tables, values, outbox, awards(':probe'), channel];
    try {
      const asked = probeScript.run(this.redis, keys, []);
      const [answer, command, key] = (await this.answered(asked)) as string[];
      return answer === 'allowed' ? null : `The user of REDIS_URL may not ${command} ${key}.`;
    } catch (error) {
      if (!isDenial(error)) throw error;
      return `The user of REDIS_URL may not run scripts on the keys of partition ${partition} (${(error as Error).message}).`;
    }
  }

  /** The newest value messages of a partition. */
  readValues(partition: number): Promise<string[]> {
    return this.answered(this.redis.hvals(this.keys(partition).values));
  }

  /** The oldest entries of a partition's outbox, each with its stream id. */
  async readOutbox(partition: number, count: number): Promise<OutboxEntry[]> {
    const entries = await this.answered(
      this.redis.xrange(this.keys(partition).outbox, '-', '+', 'COUNT', count),
    );
    return entries.map(([outboxId, fields]) => {
      const entry: Record<string, string> = {};
      for (let index = 0; index < fields.length; index += 2) {
        entry[fields[index] as string] = fields[index + 1] as string;
      }
      const { topic = '', key = '', id = '', value = '' } = entry;
      return { outboxId, topic, key, id, value };
    });
  }

  /**
   * Takes entries that were sent out of the outbox; those already gone are no fault, and one that
   * stands in the place of another by now stays.
   */
  async trimOutbox(
    partition: number,
    sent: readonly Pick<OutboxEntry, 'outboxId' | 'id'>[],
  ): Promise<void> {
    if (sent.length === 0) return;
    const args = sent.flatMap(({ outboxId, id }) => [outboxId, id]);
    await this.answered(trimScript.run(this.redis, [this.keys(partition).outbox], args));
  }

  /** Keeps `waitingSince`: a reply of any kind but "not now" shows that Redis is there. */
  private async answered<T>(reply: Promise<T>): Promise<T> {
    try {
      const value = await reply;
      if (this.commitsWaiting > 0) return value;
      this.waitingSince = null;
      if (this.saidSo) this.sink?.info('Redis can be used again');
      this.saidSo = false;
      return value;
    } catch (error) {
      if (isUnknown(error as Error)) this.wait(error as Error);
      throw error;
    }
  }

  /** Says in one line that Redis is waited for; a connection that is being made is no news yet. */
  private wait(error: Error): void {
    this.waitingSince ??= Date.now();
    if (this.saidSo || Date.now() - this.waitingSince < quietForMs) return;
    this.saidSo = true;
    const cause = whyNotConnected(this.redis) ?? error.message;
    this.sink?.warn(`Redis cannot be used (${cause}); waiting for it`);
  }
}
