import { readState } from '#engine';
import { defaultPartitions, homePartition } from '#contract';
import { Ledger } from '#ledger';
import { openRedis } from '../../libs/ledger/src/redis.js';
import { catchUp, PositionWatch } from './catching-up.js';
import { measureOf, Stopwatch, type Measure } from './measures.js';
import type { BenchOptions } from './options.js';
import { forget, jackpotNames, record, type Recording } from './recording.js';
import type { Stand } from './stand.js';

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
  stand: Stand,
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
  const jackpots = await stepsOf(stand, 'jackpots', jackpotSizes, rounds, say);
  const tables = await stepsOf(stand, 'tables', tableSizes, rounds, say);
  const load = await measureLoad(stand, growth.loadedTables, rounds);
  say(
    `growth: a partition of ${load.tables} tables loads in ${load.milliseconds.median.toFixed(0)} ms`,
  );
  const rebuild = await measureRebuild(stand, log, rounds, say);
  const history = await measureHistory(stand, growth.history);
  say(`growth: ${history.residentMegabytes.toFixed(0)} MB after ${history.events} events`);
  return { jackpots, tables, history, load, rebuild };
}

/** The sizes take turns. */
async function stepsOf(
  stand: Stand,
  what: string,
  sizes: readonly { size: number; log: Parameters<typeof record>[1] }[],
  rounds: number,
  say: (line: string) => void,
): Promise<GrowthStep[]> {
  const logs: Recording[] = [];
  for (const { log } of sizes) logs.push(await record(stand, log));
  const rates = sizes.map((): number[] => []);
  for (let number = 1; number <= rounds; number += 1) {
    for (const [index, log] of logs.entries()) {
      const { rate } = await catchUp(stand, log, { records: log.records });
      rates[index]?.push(rate);
      say(`growth ${number}/${rounds} ${sizes[index]?.size} ${what}: ${Math.round(rate)} events/s`);
    }
  }
  for (const log of logs) await forget(stand, log);
  return sizes.map(({ size }, index) => ({ size, rate: measureOf(rates[index] ?? []) }));
}

/** One read of Redis and the memory made of it, as at each assignment; of all tables at one jackpot. */
async function measureLoad(stand: Stand, tables: number, rounds: number): Promise<Growth['load']> {
  const log = await record(stand, { records: tables * 8, jackpots: 1, tables });
  const redis = await stand.redis('everysec');
  const child = stand.service('apps/jackpot', stand.environment(log.prefix, redis.url));
  const watch = new PositionWatch(redis.url, log.prefix, child);
  const place = { url: redis.url, sentinels: [], sentinelMaster: undefined, clusterNodes: [] };
  const connection = openRedis(place);
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
    // The first one warms up; the operator's memory is a table too.
    return { tables: loaded - 1, milliseconds: measureOf(times.slice(1)) };
  } finally {
    connection.disconnect();
    watch.close();
    await stand.kill(child);
    await stand.remove(redis);
    await forget(stand, log);
  }
}

/** From the first record with an empty Redis, and from there on with a new process on that ledger. */
async function measureRebuild(
  stand: Stand,
  log: Recording,
  rounds: number,
  say: (line: string) => void,
): Promise<Growth['rebuild']> {
  // A third, since the first part ends with what has been fetched, which may be 40,000 more.
  const part = Math.min(Math.floor(log.records / 3), 400_000);
  const rates = { first: [] as number[], tail: [] as number[] };
  for (let number = 1; number <= rounds; number += 1) {
    const redis = await stand.redis('everysec');
    try {
      for (const name of ['first', 'tail'] as const) {
        const child = stand.service('apps/jackpot', stand.environment(log.prefix, redis.url));
        const watch = new PositionWatch(redis.url, log.prefix, child);
        const begin = await watch.sum();
        const records = Math.min(part, log.records - begin);
        if (records <= 0) throw new Error('the log is too short to be caught up with in two parts');
        const stopwatch = new Stopwatch(records);
        rates[name].push(await watch.until((sum) => stopwatch.see(sum - begin)));
        watch.close();
        await stand.kill(child);
      }
    } finally {
      await stand.remove(redis);
    }
    say(`growth ${number}/${rounds} rebuild: ${rates.first.at(-1)?.toFixed(0)} events/s`);
  }
  return { fromFirst: measureOf(rates.first), tail: measureOf(rates.tail) };
}

/** One process lives through the whole history. */
async function measureHistory(stand: Stand, events: number): Promise<History> {
  const window = Math.min(100_000, Math.floor(events / 5));
  const log = await record(stand, {
    records: events + window,
    jackpots: defaultPartitions,
    tables: historyTables,
  });
  const redis = await stand.redis('everysec');
  const child = stand.service('apps/jackpot', stand.environment(log.prefix, redis.url));
  const watch = new PositionWatch(redis.url, log.prefix, child);
  try {
    const url = await stand.addressOf(child);
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
    await stand.kill(child);
    await stand.remove(redis);
    await forget(stand, log);
  }
}
