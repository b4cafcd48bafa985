import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { defaultPartitions } from '#contract';
import { ledgerKeys } from '#ledger';
import type { Child } from '#testing/child';
import { Redis } from 'ioredis';
import type { BenchStack, FlushPolicy } from './bench-stack.js';
import { Stopwatch, type Pids } from './clock.js';
import type { Round } from './measures.js';
import { forgetLedgers, type Recording } from './recording.js';

const lookEveryMs = 50;
/** After this time without a commit, no commit will come. */
const patienceMs = 120_000;
const partitions = Array.from({ length: defaultPartitions }, (_, partition) => partition);

/**
 * Asks Redis for the position of the ledger: what Redis has committed, whatever the service
 * believes.
 */
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

  /**
   * The number of commits of the ledger (each is one block of a partition's journal), and how often
   * Redis has read from a socket, which other work on the machine hardly changes.
   */
  async counts(): Promise<{ commits: number; reads: number }> {
    const commits = sumOf(await this.all('block'));
    const stats = await this.redis.info('stats');
    return { commits, reads: Number(/total_reads_processed:(\d+)/.exec(stats)?.[1]) };
  }

  /**
   * Waits until `see` returns a value. It gets each sum of the partitions' positions, and how many
   * partitions have had a commit since the first look.
   */
  async until<T>(see: (sum: number, moved: number) => T | null): Promise<T> {
    const start = await this.all('offset');
    for (;;) {
      const positions = await this.all('offset');
      const sum = sumOf(positions);
      // A log begins with a record of keys; each later commit has thousands of records.
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

  close(): void {
    this.redis.disconnect();
  }

  private async all(field: 'offset' | 'block'): Promise<number[]> {
    const keys = partitions.map((partition) => ledgerKeys(this.prefix, partition).position);
    const asked = this.redis.pipeline(keys.map((key) => ['hget', key, field]));
    const replies = (await asked.exec()) ?? [];
    return replies.map(([, value]) => Number(value ?? 0));
  }
}

function sumOf(all: readonly number[]): number {
  return all.reduce((sum, each) => sum + each, 0);
}

/** A ledger that reads a log from its first record. */
interface Reader {
  readonly child: Child;
  readonly watch: PositionWatch;
  readonly pids: Pids;
}

/** Runs the built service, as in production, which reads the log into an empty Redis. */
export async function withLedger<T>(
  stack: BenchStack,
  log: Recording,
  use: (reader: Reader) => Promise<T>,
  { flush = 'everysec' as FlushPolicy, profileFolder = '' } = {},
): Promise<T> {
  await forgetLedgers(stack, log);
  const redis = await stack.redis(flush);
  const env = stack.environment(log.prefix, redis.url);
  const child = stack.service('apps/jackpot', { ...env, ...profiled(profileFolder) });
  const watch = new PositionWatch(redis.url, log.prefix, child);
  try {
    const pids = { service: child.pid, Redis: redis.pid, broker: stack.brokerPid };
    const found = await use({ child, watch, pids });
    // Only an orderly stop writes the profile.
    if (profileFolder) await stack.stop(child);
    return found;
  } finally {
    watch.close();
    await stack.kill(child);
    await stack.remove(redis);
  }
}

/**
 * Times the positions in Redis until `records` of them are committed. When the partitions lag far,
 * all commit some seconds of work at about the same time. The clock therefore begins when each
 * partition has committed once: records folded before that would seem to take no time.
 */
export function catchUp(stack: BenchStack, log: Recording, records: number, flush?: FlushPolicy) {
  const busy = Math.min(log.jackpots, defaultPartitions);
  const time = async ({ watch, pids }: Reader): Promise<Round> => {
    const stopwatch = new Stopwatch(records, { pids });
    return watch.until((sum, moved) => stopwatch.see(sum, moved >= busy));
  };
  return withLedger(stack, log, time, { flush });
}

export async function profileCatchingUp(stack: BenchStack, log: Recording, profileFolder: string) {
  const isThere = (sum: number): number | null => (sum >= log.records ? sum : null);
  await withLedger(stack, log, ({ watch }) => watch.until(isThere), { profileFolder });
}

/** Extra environment with which a service writes a profile when it ends. */
export function profiled(folder: string): Record<string, string> {
  return folder ? { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${folder}` } : {};
}

/** @throws Error if the folder has no profile */
export function profileIn(folder: string): string {
  const file = readdirSync(folder).find((name) => name.endsWith('.cpuprofile'));
  if (!file) throw new Error(`the service wrote no profile into ${folder}`);
  return join(folder, file);
}
