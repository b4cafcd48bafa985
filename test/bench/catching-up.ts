import { defaultPartitions } from '#contract';
import { ledgerKeys } from '#ledger';
import type { Child } from '#testing/child';
import { Redis } from 'ioredis';
import { Stopwatch } from './measures.js';
import { processorTimes, spentMicros, type ByProcess } from './processors.js';
import { forgetLedgers, type Recording } from './recording.js';
import type { FlushPolicy, BenchStack, Redis as OwnRedis } from './bench-stack.js';

const lookEveryMs = 50;
/** Longer without a commit than this: it will not come. */
const patienceMs = 120_000;
const partitions = Array.from({ length: defaultPartitions }, (_, partition) => partition);

/** Asks Redis how far the ledger is: what it says is committed, whatever the service believes. */
export class PositionWatch {
  private readonly redis: Redis;
  private last = { sum: 0, at: performance.now() };

  constructor(
    url: string,
    private readonly prefix: string,
    private readonly child: Child,
  ) {
    this.redis = new Redis(url);
  }

  async sum(): Promise<number> {
    return sumOf(await this.all('offset'));
  }

  /** How many commits the ledger has: each is one block of a partition's journal. */
  async commits(): Promise<number> {
    return sumOf(await this.all('block'));
  }

  private async all(field: 'offset' | 'block'): Promise<number[]> {
    const keys = partitions.map((partition) => ledgerKeys(this.prefix, partition).position);
    const asked = this.redis.pipeline(keys.map((key) => ['hget', key, field]));
    const replies = (await asked.exec()) ?? [];
    return replies.map(([, value]) => Number(value ?? 0));
  }

  /**
   * Waits until `see` gives something, showing it each sum of the partitions' positions, and how
   * many of them have had a commit since the first look.
   */
  async until<T>(see: (sum: number, moved: number) => T | null): Promise<T> {
    const start = await this.all('offset');
    for (;;) {
      const positions = await this.all('offset');
      const sum = sumOf(positions);
      // A log begins with a record of keys; a commit has thousands of others.
      const moved = positions.filter((position, each) => position > (start[each] ?? 0) + 1).length;
      const found = see(sum, moved);
      if (found !== null) return found;
      if (sum !== this.last.sum) this.last = { sum, at: performance.now() };
      if (this.child.exitCode !== null || performance.now() - this.last.at > patienceMs) {
        throw new Error(`the ledger stays at ${sum}: ${this.child.output.slice(-2_000)}`);
      }
      await new Promise((resolve) => setTimeout(resolve, lookEveryMs));
    }
  }

  /** Messages that were committed and are not yet on the output topics. */
  async waiting(): Promise<number> {
    const keys = partitions.map((partition) => ledgerKeys(this.prefix, partition).outbox);
    const replies = (await this.redis.pipeline(keys.map((key) => ['xlen', key])).exec()) ?? [];
    return replies.reduce((sum, [, length]) => sum + Number(length ?? 0), 0);
  }

  close(): void {
    this.redis.disconnect();
  }
}

function sumOf(all: readonly number[]): number {
  return all.reduce((sum, each) => sum + each, 0);
}

export interface CaughtUp {
  readonly rate: number;
  /** Outputs that the relay had not sent when the last record was committed. */
  readonly waiting: number;
  /** Processor time of one event, microseconds. */
  readonly processors: ByProcess<number>;
}

/**
 * Keeps the processor times of each look, so that those of the part that counts are known. Far
 * behind, the partitions commit some seconds of work at about the same time: the clock begins when
 * each has done so, since what was folded before its commit would count as done in no time.
 */
export class Looks {
  private readonly readings = new Map<number, ByProcess<number>>();

  /** @param busy how many partitions must have had a commit before the clock begins */
  constructor(
    private readonly pids: ByProcess<number>,
    private readonly stopwatch: Stopwatch,
    private readonly busy = 0,
  ) {}

  /**
   * Tells how many records are done, and in how many partitions.
   * @returns what was measured, once all are
   */
  see(done: number, moved = 0): Omit<CaughtUp, 'waiting'> | null {
    const at = performance.now();
    const now = processorTimes(this.pids);
    this.readings.set(at, now);
    const rate = this.stopwatch.see(done, at, moved >= this.busy);
    const { begun } = this.stopwatch;
    if (rate === null || begun === null) return null;
    const before = this.readings.get(begun.at) ?? {};
    return { rate, processors: spentMicros(before, now, done - begun.done) };
  }
}

/** Those of the ledger, without signs. */
export function ledgerPids(stack: BenchStack, child: Child, redis: OwnRedis): ByProcess<number> {
  return { service: child.pid, Redis: redis.pid, broker: stack.brokerPid };
}

/**
 * The built service, as in production, folds the log from its first record into an empty Redis.
 * Timed by the positions in Redis, until `records` of them are committed.
 */
export async function catchUp(
  stack: BenchStack,
  recording: Recording,
  { flush = 'everysec', records }: { flush?: FlushPolicy; records: number },
): Promise<CaughtUp> {
  await forgetLedgers(stack, recording);
  const redis = await stack.redis(flush);
  const child = stack.service('apps/jackpot', stack.environment(recording.prefix, redis.url));
  const watch = new PositionWatch(redis.url, recording.prefix, child);
  try {
    const busy = Math.min(recording.jackpots, defaultPartitions);
    const looks = new Looks(ledgerPids(stack, child, redis), new Stopwatch(records), busy);
    const found = await watch.until((sum, moved) => looks.see(sum, moved));
    return { ...found, waiting: await watch.waiting() };
  } finally {
    watch.close();
    await stack.kill(child);
    await stack.remove(redis);
  }
}
