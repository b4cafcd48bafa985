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

  sum(): Promise<number> {
    return this.sumOf('offset');
  }

  /** How many commits the ledger has: each is one block of a partition's journal. */
  commits(): Promise<number> {
    return this.sumOf('block');
  }

  private async sumOf(field: 'offset' | 'block'): Promise<number> {
    const keys = partitions.map((partition) => ledgerKeys(this.prefix, partition).position);
    const asked = this.redis.pipeline(keys.map((key) => ['hget', key, field]));
    const replies = (await asked.exec()) ?? [];
    return replies.reduce((sum, [, value]) => sum + Number(value ?? 0), 0);
  }

  /** Waits until `see` gives something, showing it each sum of the partitions' positions. */
  async until<T>(see: (sum: number) => T | null): Promise<T> {
    for (;;) {
      const sum = await this.sum();
      const found = see(sum);
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

export interface CaughtUp {
  readonly rate: number;
  /** Outputs that the relay had not sent when the last record was committed. */
  readonly waiting: number;
  /** Processor time of one event, microseconds. */
  readonly processors: ByProcess<number>;
}

/** Keeps the processor times of each look, so that those of the part that counts are known. */
export class Looks {
  private readonly readings = new Map<number, ByProcess<number>>();

  constructor(
    private readonly pids: ByProcess<number>,
    private readonly stopwatch: Stopwatch,
  ) {}

  /** Tells how many records are done. @returns what was measured, once all are. */
  see(done: number): Omit<CaughtUp, 'waiting'> | null {
    const at = performance.now();
    const now = processorTimes(this.pids);
    this.readings.set(at, now);
    const rate = this.stopwatch.see(done, at);
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
    const looks = new Looks(ledgerPids(stack, child, redis), new Stopwatch(records));
    const found = await watch.until((sum) => looks.see(sum));
    return { ...found, waiting: await watch.waiting() };
  } finally {
    watch.close();
    await stack.kill(child);
    await stack.remove(redis);
  }
}
