import { defaultPartitions } from '#contract';
import type { CandidateName } from './candidates.js';
import { catchUp } from './catching-up.js';
import { startPostgres } from './database/postgres.js';
import { measureOf, type Measure } from './measures.js';
import type { BenchOptions } from './options.js';
import type { Recording } from './recording.js';
import type { BenchStack } from './bench-stack.js';

export interface Throughput {
  readonly log: Recording;
  /** Events per second of those that ran. */
  readonly candidates: Partial<Record<CandidateName, Measure & { readonly records: number }>>;
  readonly skipped: Partial<Record<CandidateName, string>>;
}

/** One round over that many records of the log; gives events per second. */
type Round = (records: number) => Promise<number>;

const leastRecords = 1_000;

/** All candidates take turns, so that what else happens on the machine happens to each of them. */
export async function measureThroughput(
  stack: BenchStack,
  log: Recording,
  { rounds, trialRecords, secondsPerRound }: BenchOptions,
  say: (line: string) => void,
): Promise<Throughput> {
  const postgres = await startPostgres(stack);
  const candidates = roundsOf(stack, log, postgres);
  const skipped = typeof postgres === 'string' ? { database: postgres } : {};
  const records = new Map<CandidateName, number>();
  const rates = new Map<CandidateName, number[]>();
  try {
    for (const [name, round] of candidates) {
      const rate = await round(Math.min(trialRecords, log.records));
      const wanted = Math.max(leastRecords, Math.round(rate * secondsPerRound));
      records.set(name, Math.min(wanted, log.records));
      rates.set(name, []);
      say(`throughput ${name}: ${records.get(name)} records a round`);
    }
    for (let number = 1; number <= rounds; number += 1) {
      for (const [name, round] of candidates) {
        const rate = await round(records.get(name) as number);
        rates.get(name)?.push(rate);
        say(`throughput ${number}/${rounds} ${name}: ${Math.round(rate)} events/s`);
      }
    }
  } finally {
    if (typeof postgres !== 'string') await postgres.stop();
  }
  const measured = candidates.map(([name]) => [
    name,
    { ...measureOf(rates.get(name) ?? []), records: records.get(name) as number },
  ]);
  return { log, candidates: Object.fromEntries(measured), skipped };
}

function roundsOf(
  stack: BenchStack,
  log: Recording,
  postgres: Awaited<ReturnType<typeof startPostgres>>,
): [CandidateName, Round][] {
  const environment = (records: number, own: Record<string, string> = {}) => ({
    KAFKA_BROKERS: stack.brokers,
    KAFKA_GROUP_ID: stack.fresh('group'),
    BENCH_TOPIC: log.topic,
    BENCH_RECORDS: String(records),
    BENCH_PARTITIONS: String(defaultPartitions),
    ...own,
  });
  const concurrently = { BENCH_CONCURRENTLY: String(defaultPartitions) };
  const obvious = async (records: number, own: Record<string, string>): Promise<number> => {
    const redis = await stack.redis('everysec');
    try {
      const env = environment(records, { BENCH_URL: redis.url, ...own });
      return await stack.rateOf('test/bench/obvious/main.ts', env);
    } finally {
      await stack.remove(redis);
    }
  };
  const ours = async (records: number, flush: 'everysec' | 'always'): Promise<number> =>
    (await catchUp(stack, log, { flush, records })).rate;
  const candidates: [CandidateName, Round][] = [
    ['floor', (records) => stack.rateOf('test/bench/floor/main.ts', environment(records))],
    ['ours, everysec', (records) => ours(records, 'everysec')],
    ['ours, always', (records) => ours(records, 'always')],
    ['obvious, concurrent', (records) => obvious(records, concurrently)],
    ['obvious', (records) => obvious(records, {})],
  ];
  if (typeof postgres !== 'string') {
    const database = async (records: number): Promise<number> => {
      const own = { BENCH_URL: await postgres.database(), ...concurrently };
      return stack.rateOf('test/bench/database/main.ts', environment(records, own));
    };
    candidates.push(['database', database]);
  }
  return candidates;
}
