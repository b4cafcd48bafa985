import { Command, InvalidArgumentError } from 'commander';
import type { Load } from './round-trip.js';

export const sections = ['throughput', 'latency', 'growth', 'history', 'signs'] as const;
export type Section = (typeof sections)[number];

/** A table with fewer rounds says so. */
export const askedRounds = 5;

export interface BenchOptions {
  readonly sections: readonly Section[];
  readonly rounds: number;
  /** Length of the recorded log. */
  readonly records: number;
  /** Length of each candidate's first trial, which shows how much of the log fits in a round. */
  readonly trialRecords: number;
  /** Target length of a round; it decides each candidate's share of the log. */
  readonly secondsPerRound: number;
  /** How bets arrive in the latency measurement. */
  readonly loads: readonly Load[];
  /** Trees whose builds the latency measurement compares. */
  readonly roots: readonly string[];
  readonly growth: typeof full.growth;
  /** Events that the ledger has applied when its cost and its memory are measured. */
  readonly history: readonly number[];
  readonly signs: typeof full.signs;
  /** Measures only the cost of a small commit, and writes nothing. */
  readonly small: boolean;
  readonly profile: boolean;
  /** Measures nothing: writes the report from the recorded results. */
  readonly report: boolean;
  /** The folder of the results, as JSON, RESULTS.md and results.svg; null for none. */
  readonly out: string | null;
}

const full = {
  records: 2_000_000,
  trialRecords: 20_000,
  secondsPerRound: 8,
  rates: [100, 1_000, 10_000],
  growth: {
    /** Length of each log that is made for one size. */
    records: 800_000,
    jackpots: [1, 100, 10_000],
    /** Tables in total, while the number of jackpots grows. */
    tablesOfJackpots: 10_000,
    tables: [10, 1_000, 50_000],
  },
  history: [1_000_000, 5_000_000, 10_000_000],
  signs: { streams: 5_000, valuesPerSecond: 4 },
};

/** Proves that everything runs and gives figures; their values mean nothing. */
const smoke = {
  records: 50_000,
  trialRecords: 2_000,
  secondsPerRound: 0.5,
  rates: [100, 1_000],
  growth: { records: 6_000, jackpots: [1, 40], tablesOfJackpots: 40, tables: [10, 200] },
  history: [20_000, 100_000],
  signs: { streams: 100, valuesPerSecond: 4 },
};

interface Given {
  readonly rounds?: number;
  readonly records?: number;
  readonly rates?: readonly number[];
  readonly only?: readonly Section[];
  readonly smoke?: boolean;
  readonly profile?: boolean;
  readonly report?: boolean;
  readonly small?: string | true;
  readonly out?: string;
}

export function readOptions(argv: readonly string[]): BenchOptions {
  const given = new Command('bench')
    .description(
      'How fast the ledger is, beside its peers, in one run on a Kafka and a Redis of its own.',
    )
    .option('--rounds <n>', 'rounds of each candidate (5; smoke 1)', wholeNumber)
    .option('--records <n>', 'length of the recorded log (2,000,000)', wholeNumber)
    .option('--rates <rates>', 'bets a second of the latency (100,1000,10000)', wholeNumbers)
    .option('--only <sections>', `of ${sections.join(', ')}, with commas between`, sectionNames)
    .option('--smoke', 'tiny in everything: only shows that it runs; writes no files without --out')
    .option('--report', 'measures nothing: writes RESULTS.md and results.svg from results.json')
    .option('--profile', 'only profiles the service while it catches up, or with --small then')
    .option(
      '--small [folders]',
      'only what a small commit costs; of several trees’ builds in turns, with commas between',
    )
    .option('--out <folder>', 'where results.json, RESULTS.md and results.svg go (test/bench)')
    .parse(argv as string[])
    .opts<Given>();
  const { rates, ...base } = given.smoke ? smoke : full;
  const { small = false } = given;
  const paced = given.rates ?? (small ? [100, 1_000] : rates);
  const alone = small ? [{ together: 1 }, { together: 6 }] : [];
  return {
    ...base,
    sections: given.only ?? sections,
    rounds: given.rounds ?? (given.smoke ? 1 : askedRounds),
    records: given.records ?? base.records,
    loads: [...alone, ...paced.map((perSecond) => ({ perSecond }))],
    roots: typeof small === 'string' ? small.split(',') : ['.'],
    small: small !== false,
    profile: given.profile ?? false,
    report: given.report ?? false,
    out: given.out ?? (given.smoke ? null : 'test/bench'),
  };
}

function wholeNumber(text: string): number {
  const value = Number(text.replaceAll('_', ''));
  if (Number.isSafeInteger(value) && value > 0) return value;
  throw new InvalidArgumentError('It must be a whole number from 1 on.');
}

function wholeNumbers(text: string): number[] {
  return text.split(',').map(wholeNumber);
}

function sectionNames(text: string): Section[] {
  return text.split(',').map((name) => {
    const found = sections.find((section) => section === name);
    if (!found) throw new InvalidArgumentError(`There is ${sections.join(', ')}, not ${name}.`);
    return found;
  });
}
