import { defaultPartitions } from '#contract';
import type { BenchStack } from './bench-stack.js';
import { catchUp } from './catching-up.js';
import { across, grouped, type Found, type Round } from './measures.js';
import type { BenchOptions } from './options.js';
import type { Recording } from './recording.js';

/** One round over this number of records of the log. */
type Play = (records: number) => Promise<Round>;

const leastRecords = 1_000;

/** Measures all candidates in turn, so that other work on the machine affects each of them. */
export async function measureThroughput(
  stack: BenchStack,
  log: Recording,
  { rounds, trialRecords, secondsPerRound }: BenchOptions,
  say: (line: string) => void,
): Promise<Found> {
  const candidates: { name: string; play: Play; records: number; found: Round[] }[] = [];
  for (const [name, play] of Object.entries(playsOf(stack, log))) {
    const { 'events/s': rate = 0 } = await play(Math.min(trialRecords, log.records));
    const wanted = Math.max(leastRecords, Math.round(rate * secondsPerRound));
    const records = Math.min(wanted, log.records);
    candidates.push({ name, play, records, found: [] });
    say(`throughput ${name}: ${records} records a round`);
  }
  for (let number = 1; number <= rounds; number += 1) {
    for (const { name, play, records, found } of candidates) {
      const round = await play(records);
      found.push({ ...round, records });
      say(`throughput ${number}/${rounds} ${name}: ${grouped(round['events/s'] ?? NaN)} events/s`);
    }
  }
  return {
    about: [
      `One log of ${grouped(log.records)} records of the simulated pit (bets, deals, settlements with cards, voids; ${log.bytes} bytes each),`,
      `${grouped(log.tables)} tables, ${log.jackpots} jackpots, one in each partition, in its topic before the clock runs. Each candidate reads as`,
      'much of it as takes it some seconds. Timed is from a tenth of that (ours from where each partition has committed besides, since what is',
      'folded and not committed yet would count as done in no time) to all of it, so without the start of the process and the',
      'joining of the group: ours by the positions in Redis, the others when their handler has returned. The obvious keeps a',
      'pool and a sequence and nothing else: no rounds, no rules, no outputs, no journal. Ours does everything, its relay included.',
    ],
    rows: candidates.map(({ name, found }) => ({ name, figures: across(found) })),
  };
}

/** The method of each candidate. */
export const meanings: Readonly<Record<string, string>> = {
  floor: 'bare kafkajs `eachBatch`, JSON.parse, nothing else',
  'ours, everysec': 'the built service, Redis `appendfsync everysec`',
  'ours, always': 'the built service, Redis `appendfsync always`',
  'obvious, concurrent': `Nest’s Kafka transport, one EVALSHA an event, ${defaultPartitions} partitions at once`,
  obvious: 'the same with the default of one partition at a time',
};

function playsOf(stack: BenchStack, log: Recording): Record<string, Play> {
  const peer = (name: string, records: number, concurrently: number, url = ''): Promise<Round> =>
    stack.run(name, {
      KAFKA_BROKERS: stack.brokers,
      KAFKA_GROUP_ID: stack.fresh('group'),
      BENCH_TOPIC: log.topic,
      BENCH_RECORDS: String(records),
      BENCH_CONCURRENTLY: String(concurrently),
      BENCH_URL: url,
    });
  const obvious = async (records: number, concurrently: number): Promise<Round> => {
    const redis = await stack.redis();
    try {
      return await peer('obvious', records, concurrently, redis.url);
    } finally {
      await stack.remove(redis);
    }
  };
  return {
    floor: (records) => peer('floor', records, defaultPartitions),
    'ours, everysec': (records) => catchUp(stack, log, records),
    'ours, always': (records) => catchUp(stack, log, records, 'always'),
    'obvious, concurrent': (records) => obvious(records, defaultPartitions),
    obvious: (records) => obvious(records, 1),
  };
}
