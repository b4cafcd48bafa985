import { defaultPartitions } from '#contract';
import type { BenchStack } from './bench-stack.js';
import { catchUp, withLedger } from './catching-up.js';
import { look, windowOf } from './clock.js';
import { across, grouped, type Found, type Round, type Row } from './measures.js';
import type { BenchOptions } from './options.js';
import { forget, record, type Recording } from './recording.js';

type Say = (line: string) => void;

/** Measures the cost of an event with more of everything. */
export async function measureGrowth(
  stack: BenchStack,
  { growth, rounds }: BenchOptions,
  say: Say,
): Promise<Found> {
  const { records, tablesOfJackpots } = growth;
  const ofJackpots = growth.jackpots.map((size) => ({
    ...{ name: `${grouped(size)} jackpots`, records, jackpots: size },
    tables: Math.max(size, tablesOfJackpots),
  }));
  const ofTables = growth.tables.map((size) => ({
    ...{ name: `${grouped(size)} tables`, records, tables: size },
    jackpots: Math.min(size, defaultPartitions),
  }));
  const [jackpots, bytes] = await rowsOf(stack, ofJackpots, rounds, say);
  const [tables] = await rowsOf(stack, ofTables, rounds, say);
  return {
    about: [
      `Events a second of the service catching up, by how much of everything there is; events of ${bytes} bytes, in logs of their own.`,
      'Then what one event costs by the clock, and by the processor time of each process, in microseconds.',
    ],
    rows: [...jackpots, ...tables],
  };
}

/** Measures the sizes in turn. @returns also the mean length of an event */
async function rowsOf(
  stack: BenchStack,
  sizes: readonly (Parameters<typeof record>[1] & { readonly name: string })[],
  rounds: number,
  say: Say,
): Promise<[rows: Row[], bytes: number]> {
  const logs: Recording[] = [];
  for (const size of sizes) logs.push(await record(stack, size));
  const found = sizes.map((): Round[] => []);
  for (let number = 1; number <= rounds; number += 1) {
    for (const [index, log] of logs.entries()) {
      const round = await catchUp(stack, log, log.records);
      found[index]?.push(round);
      const rate = grouped(round['events/s'] ?? NaN);
      say(`growth ${number}/${rounds} ${sizes[index]?.name}: ${rate} events/s`);
    }
  }
  for (const log of logs) await forget(stack, log);
  const rows = sizes.map(({ name }, index) => ({ name, figures: across(found[index] ?? []) }));
  return [rows, logs.at(-1)?.bytes ?? NaN];
}

const tables = 1_000;
const windowEvents = 500_000;

/** Measures the cost of an event and the memory of the service as its history grows. */
export async function measureHistory(
  stack: BenchStack,
  { rounds, history: ages }: BenchOptions,
  say: Say,
): Promise<Found> {
  const window = Math.min(windowEvents, Math.floor(Math.min(...ages) / 2));
  const records = Math.max(...ages) + window;
  const log = await record(stack, { records, jackpots: defaultPartitions, tables });
  const found: Round[][] = [];
  for (let number = 1; number <= rounds; number += 1) {
    const round = await live(stack, log, ages, window);
    found.push(round);
    const megabytes = grouped(round.at(-1)?.['MB resident'] ?? NaN);
    say(`history ${number}/${rounds}: ${megabytes} MB after ${grouped(records)} events`);
  }
  await forget(stack, log);
  return {
    about: [
      `One process lives through all of it, ${grouped(tables)} tables, events of ${log.bytes} bytes: the last ${grouped(window)} events, and the`,
      'memory that the service has behind them.',
    ],
    rows: ages.map((age, index) => ({
      name: `${grouped(age + window)} events`,
      figures: across(found.map((round) => round[index] as Round)),
    })),
  };
}

/** Runs one process through the whole history, from an empty Redis on. */
function live(
  stack: BenchStack,
  log: Recording,
  ages: readonly number[],
  window: number,
): Promise<Round[]> {
  return withLedger(stack, log, async ({ child, watch, pids }) => {
    const url = await child.url();
    const found: Round[] = [];
    const looks = [look(0, pids)];
    for (const age of ages) {
      await watch.until((sum) => {
        looks.push(look(sum, pids));
        return sum >= age + window || null;
      });
      const round = windowOf(looks, age, age + window);
      found.push({ ...round, 'MB resident': await residentMegabytes(url) });
    }
    return found;
  });
}

/** The value of a series among the metrics of a service. */
export async function metricOf(url: string, series: string): Promise<number> {
  const lines = (await (await fetch(`${url}/metrics`)).text()).split('\n');
  const line = lines.find((each) => each.startsWith(`${series} `)) ?? '';
  return Number(line.slice(series.length));
}

export async function residentMegabytes(url: string): Promise<number> {
  return (await metricOf(url, 'process_resident_memory_bytes')) / 1024 ** 2;
}
