import { Command, InvalidArgumentError } from 'commander';

export const sections = [
  'throughput',
  'latency',
  'growth',
  'history',
  'signs',
  'garbage',
  'rules',
] as const;
export type Section = (typeof sections)[number];

/** With fewer a table says so. */
export const askedRounds = 5;

export interface BenchOptions {
  readonly sections: readonly Section[];
  readonly rounds: number;
  /** Length of the recorded log. */
  readonly records: number;
  /** What each candidate begins with, to show how much of the log it can do in a round's time. */
  readonly trialRecords: number;
  /** How long a round of a candidate shall take; its share of the log is chosen so. */
  readonly secondsPerRound: number;
  /** Paced bets per second. */
  readonly rates: readonly number[];
  readonly growth: GrowthSizes;
  /** Events that are behind the ledger when its cost and its memory are measured. */
  readonly history: readonly number[];
  /** How long each measure of the rules takes. */
  readonly rulesSeconds: number;
  readonly signs: SignsSizes;
  readonly garbage: GarbageSizes;
  readonly json: boolean;
  readonly profile: boolean;
  /** Measures nothing: writes the report of what is recorded. */
  readonly report: boolean;
  /** Trees whose builds are compared by what a small commit costs; null for the other sections. */
  readonly small: readonly string[] | null;
  /** Where the results are written, as JSON, RESULTS.md and results.svg; null for nowhere. */
  readonly out: string | null;
}

export interface GrowthSizes {
  /** Records of each log that is made for one size. */
  readonly records: number;
  readonly jackpots: readonly number[];
  /** Tables in all, while the jackpots grow. */
  readonly tablesOfJackpots: number;
  readonly tables: readonly number[];
  readonly loadedTables: number;
}

export interface SignsSizes {
  readonly streams: number;
  readonly framesPerSecond: number;
  /** How long a round of each side is measured. */
  readonly secondsPerRound: number;
  /** Clients that do not read. */
  readonly stalled: number;
  /** Signs that come back in the same moment. */
  readonly back: number;
}

export interface GarbageSizes {
  /** Paced bets per second of the partitions that get no garbage. */
  readonly perSecond: number;
  readonly secondsPerRound: number;
}

const full = {
  trialRecords: 20_000,
  secondsPerRound: 8,
  rates: [100, 1_000, 10_000],
  growth: {
    records: 800_000,
    jackpots: [1, 100, 10_000],
    tablesOfJackpots: 10_000,
    tables: [10, 1_000, 50_000],
    loadedTables: 50_000,
  },
  history: [1_000_000, 5_000_000, 10_000_000],
  rulesSeconds: 1.5,
  signs: { streams: 5_000, framesPerSecond: 4, secondsPerRound: 10, stalled: 100, back: 2_000 },
  garbage: { perSecond: 100, secondsPerRound: 8 },
};

/** Proves that everything runs and gives figures; what they are then means nothing. */
const smoke = {
  trialRecords: 2_000,
  secondsPerRound: 0.5,
  rates: [100, 1_000],
  growth: {
    records: 6_000,
    jackpots: [1, 40],
    tablesOfJackpots: 40,
    tables: [10, 200],
    loadedTables: 500,
  },
  history: [20_000, 100_000],
  rulesSeconds: 0.1,
  signs: { streams: 100, framesPerSecond: 4, secondsPerRound: 1, stalled: 4, back: 50 },
  garbage: { perSecond: 100, secondsPerRound: 1 },
};

interface Given {
  readonly rounds?: number;
  readonly records?: number;
  readonly only?: readonly Section[];
  readonly quick?: boolean;
  readonly smoke?: boolean;
  readonly json?: boolean;
  readonly profile?: boolean;
  readonly report?: boolean;
  readonly small?: string | true;
  readonly out: string;
}

export function readOptions(argv: readonly string[]): BenchOptions {
  const given = new Command('bench')
    .description(
      'How fast the ledger is, beside its peers, in one run on a Kafka and a Redis of its own.',
    )
    .option('--rounds <n>', 'rounds of each candidate (5; quick 2; smoke 1)', wholeNumber)
    .option('--records <n>', 'length of the recorded log (2,000,000; quick 300,000)', wholeNumber)
    .option('--only <sections>', `of ${sections.join(', ')}, with commas between`, sectionNames)
    .option('--quick', 'shorter in everything, for a first look')
    .option('--smoke', 'tiny in everything: only shows that it runs; writes no files')
    .option('--json', 'the results as JSON on standard output')
    .option('--report', 'measures nothing: writes RESULTS.md and results.svg from results.json')
    .option('--profile', 'only profiles the service while it catches up, or with --small then')
    .option(
      '--small [folders]',
      'only what a small commit costs; of several trees’ builds in turns, with commas between',
    )
    .option('--out <folder>', 'where results.json, RESULTS.md and results.svg go', 'test/bench')
    .parse(argv as string[])
    .opts<Given>();
  const quick = {
    ...full,
    secondsPerRound: 3,
    growth: { ...full.growth, records: 100_000 },
    history: [100_000, 500_000],
  };
  const base = given.smoke ? smoke : given.quick ? quick : full;
  return {
    ...base,
    sections: given.only ?? sections,
    rounds: given.rounds ?? (given.smoke ? 1 : given.quick ? 2 : askedRounds),
    records: given.records ?? (given.smoke ? 50_000 : given.quick ? 300_000 : 2_000_000),
    json: given.json ?? false,
    profile: given.profile ?? false,
    report: given.report ?? false,
    small: given.small === undefined ? null : given.small === true ? ['.'] : given.small.split(','),
    out: given.smoke ? null : given.out,
  };
}

function wholeNumber(text: string): number {
  const value = Number(text.replaceAll('_', ''));
  if (Number.isSafeInteger(value) && value > 0) return value;
  throw new InvalidArgumentError('It must be a whole number from 1 on.');
}

function sectionNames(text: string): Section[] {
  return text.split(',').map((name) => {
    const found = sections.find((section) => section === name);
    if (!found) throw new InvalidArgumentError(`There is ${sections.join(', ')}, not ${name}.`);
    return found;
  });
}
