import { readState } from '#engine';
import { defaultPartitions, homePartition } from '#contract';
import { Ledger } from '#ledger';
import { openRedis } from '#testing/redis';
import { catchUp, PositionWatch } from './catching-up.js';
import { measureOf, Stopwatch, type Measure } from './measures.js';
import type { BenchOptions } from './options.js';
import { forget, forgetLedgers, jackpotNames, record, type Recording } from './recording.js';
import type { BenchStack } from './bench-stack.js';

export interface GrowthStep {
  readonly size: number;
  /** Events per second, catching up. */
  readonly rate: Measure;
}

export interface Growth {
  readonly jackpots: readonly GrowthStep[];
  readonly tables: readonly GrowthStep[];
  readonly history: History;
  readonly load: { readonly tables: number; readonly milliseconds: Measure };
  readonly rebuild: { readonly fromFirst: Measure; readonly tail: Measure };
}

export interface History {
  /** The rate over a tenth of a million events, at each of these ages. */
  readonly steps: readonly GrowthStep[];
  readonly events: number;
  readonly tables: number;
  readonly residentMegabytes: number;
}

const historyTables = 1_000;

/** What an event costs with more of everything, and the memory that the service then has. */
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
  const history = await measureHistory(stack, growth.history);
  say(`growth: ${history.residentMegabytes.toFixed(0)} MB after ${history.events} events`);
  return { jackpots, tables, history, load, rebuild };
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
  const rates = sizes.map((): number[] => []);
  for (let number = 1; number <= rounds; number += 1) {
    for (const [index, log] of logs.entries()) {
      const { rate } = await catchUp(stack, log, { records: log.records });
      rates[index]?.push(rate);
      say(`growth ${number}/${rounds} ${sizes[index]?.size} ${what}: ${Math.round(rate)} events/s`);
    }
  }
  for (const log of logs) await forget(stack, log);
  return sizes.map(({ size }, index) => ({ size, rate: measureOf(rates[index] ?? []) }));
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
  // A third, since the first part ends with what has been fetched, which may be 40,000 more.
  const part = Math.min(Math.floor(log.records / 3), 400_000);
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
        rates[name].push(await watch.until((sum) => stopwatch.see(sum - begin)));
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

/** One process lives through the whole history. */
async function measureHistory(stack: BenchStack, events: number): Promise<History> {
  const window = Math.min(100_000, Math.floor(events / 5));
  const log = await record(stack, {
    records: events + window,
    jackpots: defaultPartitions,
    tables: historyTables,
  });
  const redis = await stack.redis('everysec');
  const child = stack.service('apps/jackpot', stack.environment(log.prefix, redis.url));
  const watch = new PositionWatch(redis.url, log.prefix, child);
  try {
    const url = await stack.addressOf(child);
    const steps: GrowthStep[] = [];
    for (const age of [window, events]) {
      await watch.until((sum) => (sum >= age ? sum : null));
      const begin = await watch.sum();
      const begunAt = performance.now();
      const end = Math.min(begin + window, log.records);
      const reached = await watch.until((sum) => (sum >= end ? sum : null));
      const rate = (reached - begin) / ((performance.now() - begunAt) / 1000);
      steps.push({ size: age, rate: measureOf([rate]) });
    }
    const metrics = await (await fetch(`${url}/metrics`)).text();
    const bytes = /^process_resident_memory_bytes (\S+)$/m.exec(metrics)?.[1];
    const residentMegabytes = Number(bytes) / 1024 / 1024;
    return { steps, events: log.records, tables: historyTables, residentMegabytes };
  } finally {
    watch.close();
    await stack.kill(child);
    await stack.remove(redis);
    await forget(stack, log);
  }
}
