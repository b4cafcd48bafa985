import { defaultPartitions } from '#contract';
import type { BenchStack } from './bench-stack.js';
import { ledgerPids, Looks, PositionWatch, type CaughtUp } from './catching-up.js';
import { stepOf, type GrowthStep } from './growth.js';
import { grouped, measureOf, Stopwatch, type Measure } from './measures.js';
import type { BenchOptions } from './options.js';
import { forget, forgetLedgers, record, type Recording } from './recording.js';

export interface History {
  /** Mean length of an event. */
  readonly bytes: number;
  readonly tables: number;
  /** The rate over half a million events, at each of these ages. */
  readonly steps: readonly GrowthStep[];
  /** What the service has behind each of them. */
  readonly memory: readonly { readonly events: number; readonly megabytes: Measure }[];
}

const tables = 1_000;
const windowEvents = 500_000;

/** What an event costs, and how much memory the service has, as its history grows. */
export async function measureHistory(
  stack: BenchStack,
  { rounds, history: ages }: BenchOptions,
  say: (line: string) => void,
): Promise<History> {
  const window = Math.min(windowEvents, Math.floor(Math.min(...ages) / 2));
  const events = Math.max(...ages) + window;
  const log = await record(stack, { records: events, jackpots: defaultPartitions, tables });
  const found: Age[][] = [];
  for (let number = 1; number <= rounds; number += 1) {
    const round = await live(stack, log, ages, window);
    found.push(round);
    const megabytes = round.at(-1)?.megabytes.toFixed(0);
    say(`history ${number}/${rounds}: ${megabytes} MB after ${grouped(events)} events`);
  }
  await forget(stack, log);
  const atAge = (index: number): Age[] => found.map((round) => round[index] as Age);
  return {
    bytes: log.bytes,
    tables,
    steps: ages.map((age, index) => stepOf(age, atAge(index))),
    memory: ages.map((age, index) => ({
      events: age + window,
      megabytes: measureOf(atAge(index).map(({ megabytes }) => megabytes)),
    })),
  };
}

type Age = Omit<CaughtUp, 'waiting'> & { readonly megabytes: number };

/** One process lives through the whole history, from an empty Redis on. */
async function live(
  stack: BenchStack,
  log: Recording,
  ages: readonly number[],
  window: number,
): Promise<Age[]> {
  await forgetLedgers(stack, log);
  const redis = await stack.redis('everysec');
  const child = stack.service('apps/jackpot', stack.environment(log.prefix, redis.url));
  const watch = new PositionWatch(redis.url, log.prefix, child);
  try {
    const url = await stack.addressOf(child);
    const found: Age[] = [];
    for (const age of ages) {
      const begin = await watch.until((sum) => (sum >= age ? sum : null));
      const left = Math.min(window, log.records - begin);
      if (left <= 0) throw new Error(`the ledger was past ${grouped(age)} events in one look`);
      // The service is warm; the first look begins the window.
      const looks = new Looks(ledgerPids(stack, child, redis), new Stopwatch(left, { warmUp: 0 }));
      const round = await watch.until((sum) => looks.see(sum - begin));
      found.push({ ...round, megabytes: await residentMegabytes(url) });
    }
    return found;
  } finally {
    watch.close();
    await stack.kill(child);
    await stack.remove(redis);
  }
}

async function residentMegabytes(url: string): Promise<number> {
  const metrics = await (await fetch(`${url}/metrics`)).text();
  const bytes = /^process_resident_memory_bytes (\S+)$/m.exec(metrics)?.[1];
  return Number(bytes) / 1024 / 1024;
}
