import { readState } from '#engine';
import { defaultPartitions, homePartition } from '#contract';
import { Ledger } from '#ledger';
import { openRedis } from '#testing/redis';
import { catchUp, PositionWatch, type CaughtUp } from './catching-up.js';
import { measureOf, Stopwatch, type Measure } from './measures.js';
import type { BenchOptions } from './options.js';
import { forget, forgetLedgers, jackpotNames, record, type Recording } from './recording.js';
import type { BenchStack } from './bench-stack.js';
import { acrossProcesses, type ByProcess } from './processors.js';

export interface GrowthStep {
  readonly size: number;
  /** Events per second, catching up. */
  readonly rate: Measure;
  /** Processor time of one event, microseconds. */
  readonly processors: ByProcess<Measure>;
}

export interface Growth {
  /** Mean length of an event. */
  readonly bytes: number;
  readonly jackpots: readonly GrowthStep[];
  readonly tables: readonly GrowthStep[];
  readonly load: { readonly tables: number; readonly milliseconds: Measure };
  readonly rebuild: { readonly fromFirst: Measure; readonly tail: Measure };
}

/** What an event costs with more of everything. */
export async function measureGrowth(
  stack: BenchStack,
  log: Recording,
  options: BenchOptions,
  say: (line: string) => void,
): Promise<Growth> {
  const { growth, rounds } = options;
  const { tablesOfJackpots, records } = growth;
  const jackpotSizes = growth.jackpots.map((size) => ({
    size,
    log: { records, jackpots: size, tables: Math.max(size, tablesOfJackpots) },
  }));
  const tableSizes = growth.tables.map((size) => ({
    size,
    log: { records, jackpots: Math.min(size, defaultPartitions), tables: size },
  }));
  const jackpots = await stepsOf(stack, 'jackpots', jackpotSizes, rounds, say);
  const tables = await stepsOf(stack, 'tables', tableSizes, rounds, say);
  const load = await measureLoad(stack, growth.loadedTables, rounds);
  say(
    `growth: a partition of ${load.tables} tables loads in ${load.milliseconds.median.toFixed(0)} ms`,
  );
  const rebuild = await measureRebuild(stack, log, rounds, say);
  return { bytes: log.bytes, jackpots, tables, load, rebuild };
}

/** The sizes take turns. */
async function stepsOf(
  stack: BenchStack,
  what: string,
  sizes: readonly { size: number; log: Parameters<typeof record>[1] }[],
  rounds: number,
  say: (line: string) => void,
): Promise<GrowthStep[]> {
  const logs: Recording[] = [];
  for (const { log } of sizes) logs.push(await record(stack, log));
  const found = sizes.map((): Omit<CaughtUp, 'waiting'>[] => []);
  for (let number = 1; number <= rounds; number += 1) {
    for (const [index, log] of logs.entries()) {
      const round = await catchUp(stack, log, { records: log.records });
      found[index]?.push(round);
      const name = `${sizes[index]?.size} ${what}`;
      say(`growth ${number}/${rounds} ${name}: ${Math.round(round.rate)} events/s`);
    }
  }
  for (const log of logs) await forget(stack, log);
  return sizes.map(({ size }, index) => stepOf(size, found[index] ?? []));
}

/** What the rounds of one size have found. */
export function stepOf(size: number, rounds: readonly Omit<CaughtUp, 'waiting'>[]): GrowthStep {
  const processors = rounds.map((round) => round.processors);
  const rate = measureOf(rounds.map((round) => round.rate));
  return { size, rate, processors: acrossProcesses(processors, measureOf) };
}

/**
 * One read of Redis and the memory made of it, as at each assignment; of all tables at one jackpot.
 */
async function measureLoad(
  stack: BenchStack,
  tables: number,
  rounds: number,
): Promise<Growth['load']> {
  const log = await record(stack, { records: tables * 8, jackpots: 1, tables });
  const redis = await stack.redis('everysec');
  const child = stack.service('apps/jackpot', stack.environment(log.prefix, redis.url));
  const watch = new PositionWatch(redis.url, log.prefix, child);
  const address = { url: redis.url, sentinels: [], sentinelMaster: undefined, clusterNodes: [] };
  const connection = openRedis(address);
  try {
    await watch.until((sum) => (sum >= log.records ? sum : null));
    const ledger = new Ledger(connection, log.prefix);
    const partition = homePartition(jackpotNames(1)[0] as string, defaultPartitions);
    const times: number[] = [];
    let loaded = 0;
    for (let number = 0; number <= rounds; number += 1) {
      const begunAt = performance.now();
      const state = readState(await ledger.load(partition));
      if ('outcome' in state) throw new Error(state.detail);
      loaded = state.tables.size;
      times.push(performance.now() - begunAt);
    }
    // The first one warms up.
    return { tables: loaded, milliseconds: measureOf(times.slice(1)) };
  } finally {
    connection.disconnect();
    watch.close();
    await stack.kill(child);
    await stack.remove(redis);
    await forget(stack, log);
  }
}

/**
 * From the first record with an empty Redis, and from there on with a new process on that ledger.
 */
async function measureRebuild(
  stack: BenchStack,
  log: Recording,
  rounds: number,
  say: (line: string) => void,
): Promise<Growth['rebuild']> {
  // A third, since the first part ends with a commit of each partition, which may be 240,000 more.
  const part = Math.floor(log.records / 3);
  const busy = Math.min(log.jackpots, defaultPartitions);
  const rates = { first: [] as number[], tail: [] as number[] };
  for (let number = 1; number <= rounds; number += 1) {
    await forgetLedgers(stack, log);
    const redis = await stack.redis('everysec');
    try {
      for (const name of ['first', 'tail'] as const) {
        const child = stack.service('apps/jackpot', stack.environment(log.prefix, redis.url));
        const watch = new PositionWatch(redis.url, log.prefix, child);
        const begin = await watch.sum();
        const records = Math.min(part, log.records - begin);
        if (records <= 0) throw new Error('the log is too short to be caught up with in two parts');
        const stopwatch = new Stopwatch(records);
        const rate = await watch.until((sum, moved) =>
          stopwatch.see(sum - begin, performance.now(), moved >= busy),
        );
        rates[name].push(rate);
        watch.close();
        await stack.kill(child);
      }
    } finally {
      await stack.remove(redis);
    }
    say(`growth ${number}/${rounds} rebuild: ${rates.first.at(-1)?.toFixed(0)} events/s`);
  }
  return { fromFirst: measureOf(rates.first), tail: measureOf(rates.tail) };
}
