import { defaultPartitions, homePartition, topicName } from '#contract';
import { LogProducer } from '#log';
import { jackpot } from '#testing/jackpot';
import { isOk } from '#testing/test-stack';
import { until } from '#testing/until';
import { measureOf, quantile, type Measure } from './measures.js';
import type { BenchOptions } from './options.js';
import { Pacer, type SentBet } from './pacer.js';
import { jackpotNames, makeTopics } from './recording.js';
import { readSign } from './sign.js';
import type { BenchStack } from './bench-stack.js';

/** Milliseconds. */
export interface Percentiles {
  readonly p50: Measure;
  readonly p99: Measure;
  readonly p999: Measure;
}

export interface LatencyAtRate {
  readonly perSecond: number;
  /** Produce to a consumer of kafkajs. */
  readonly bare: Percentiles;
  /** Produce to the frame at the sign. */
  readonly ours: Percentiles;
  /** Acknowledgement to the frame at the sign; below 0 where the frame was quicker. */
  readonly afterAcknowledgement: Percentiles;
  /** Produce to acknowledgement, which both have in them. */
  readonly acknowledgement: Percentiles;
}

/** What arrived of a partition: everything before `version` was seen at `at`. */
export interface Arrival {
  readonly partition: number;
  readonly version: number;
  readonly at: number;
}

/** Begins to listen; `stop` ends it. */
type Listen = (prefix: string, arrived: (arrival: Arrival) => void) => Promise<() => Promise<void>>;

const warmUpMs = 1_500;
const ids = jackpotNames(defaultPartitions);

/**
 * The bare round trip and ours take turns at each rate, with the same pacer and the same topics.
 */
export async function measureLatency(
  stack: BenchStack,
  { rounds, rates, secondsPerRound }: BenchOptions,
  say: (line: string) => void,
): Promise<LatencyAtRate[]> {
  const bare = await prepare(stack);
  const ours = await prepare(stack);
  const services = await startServices(stack, ours.prefix);
  const results: LatencyAtRate[] = [];
  try {
    for (const perSecond of rates) {
      const samples = { bare: [], ours: [], after: [], acknowledgement: [] } as Samples;
      for (let number = 1; number <= rounds; number += 1) {
        const forMs = warmUpMs + secondsPerRound * 1000;
        const plain = await roundTrip(bare, listenBare(stack), perSecond, forMs);
        const shown = await roundTrip(ours, services.listen, perSecond, forMs);
        samples.bare.push(percentilesOf(plain.map(({ bet, at }) => at - bet.sentAt)));
        samples.ours.push(percentilesOf(shown.map(({ bet, at }) => at - bet.sentAt)));
        samples.after.push(percentilesOf(shown.map(({ bet, at }) => at - bet.acknowledgedAt)));
        const acknowledged = shown.map(({ bet }) => bet.acknowledgedAt - bet.sentAt);
        samples.acknowledgement.push(percentilesOf(acknowledged));
        const [p99, bareP99] = [samples.ours.at(-1)?.[1] ?? 0, samples.bare.at(-1)?.[1] ?? 0];
        say(
          `latency ${number}/${rounds} at ${perSecond}/s: p99 ${p99.toFixed(1)} ms, bare ${bareP99.toFixed(1)} ms`,
        );
      }
      results.push({
        perSecond,
        bare: acrossRounds(samples.bare),
        ours: acrossRounds(samples.ours),
        afterAcknowledgement: acrossRounds(samples.after),
        acknowledgement: acrossRounds(samples.acknowledgement),
      });
    }
  } finally {
    await services.stop();
    await Promise.all([bare.producer.close(), ours.producer.close()]);
  }
  return results;
}

type Quantiles = readonly [p50: number, p99: number, p999: number];
type Samples = Record<'bare' | 'ours' | 'after' | 'acknowledgement', Quantiles[]>;

function percentilesOf(milliseconds: number[]): Quantiles {
  const sorted = milliseconds.sort((one, other) => one - other);
  return [quantile(sorted, 0.5), quantile(sorted, 0.99), quantile(sorted, 0.999)];
}

function acrossRounds(rounds: readonly Quantiles[]): Percentiles {
  const [p50, p99, p999] = [0, 1, 2].map((index) =>
    measureOf(rounds.map((each) => each[index] as number)),
  ) as [Measure, Measure, Measure];
  return { p50, p99, p999 };
}

interface Side {
  readonly prefix: string;
  readonly producer: LogProducer;
  readonly pacer: Pacer;
}

/** One pacer for all rounds of a side, since its tables' sequences must go on growing. */
async function prepare(stack: BenchStack): Promise<Side> {
  const prefix = `${stack.fresh('latency')}.`;
  await makeTopics(stack, prefix);
  const producer = new LogProducer(stack.kafka());
  const topic = topicName(prefix, 'events');
  const commands = ids.map((id) => stack.operator().command('jackpot.configured', id, jackpot(id)));
  await producer.send(commands.map((command) => ({ ...command, topic })));
  return { prefix, producer, pacer: new Pacer(producer, prefix, ids) };
}

async function roundTrip(
  { prefix, pacer }: Side,
  listen: Listen,
  perSecond: number,
  forMs: number,
): Promise<{ bet: SentBet; at: number }[]> {
  const arrivals: Arrival[] = [];
  const newest = new Map<number, number>();
  const stop = await listen(prefix, (arrival) => {
    newest.set(arrival.partition, Math.max(arrival.version, newest.get(arrival.partition) ?? 0));
    arrivals.push(arrival);
  });
  try {
    pacer.bets.length = 0;
    await pacer.run(perSecond, forMs, warmUpMs);
    const last = new Map<number, number>();
    for (const { partition, offset } of pacer.bets) last.set(partition, offset);
    const areShown = (): boolean =>
      [...last].every(([partition, offset]) => (newest.get(partition) ?? 0) > offset);
    await until('all bets to be shown', areShown, 60_000);
    return match(pacer.bets, arrivals);
  } finally {
    await stop();
  }
}

/**
 * A bet is shown by the first frame whose version is behind its offset: values are conflated, so a
 * frame stands for all bets up to it. Both lists are in order of time within a partition.
 */
export function match(
  bets: readonly SentBet[],
  arrivals: readonly Arrival[],
): { bet: SentBet; at: number }[] {
  const arrivalsOf = Map.groupBy(arrivals, ({ partition }) => partition);
  const found: { bet: SentBet; at: number }[] = [];
  for (const [partition, sent] of Map.groupBy(bets, (bet) => bet.partition)) {
    const seen = arrivalsOf.get(partition) ?? [];
    let index = 0;
    for (const bet of sent.toSorted((one, other) => one.offset - other.offset)) {
      while (index < seen.length && (seen[index] as Arrival).version <= bet.offset) index += 1;
      const arrival = seen[index];
      if (!arrival) throw new Error(`the bet at offset ${bet.offset} was never shown`);
      found.push({ bet, at: arrival.at });
    }
  }
  return found;
}

function listenBare(stack: BenchStack): Listen {
  return async (prefix, arrived) => {
    const consumer = stack.kafka('bare').consumer({
      groupId: stack.fresh('bare'),
      maxWaitTimeInMs: 100,
      minBytes: 1,
      allowAutoTopicCreation: false,
    });
    await consumer.connect();
    await consumer.subscribe({ topic: topicName(prefix, 'events'), fromBeginning: false });
    const joined = new Promise((resolve) => consumer.on('consumer.fetch', resolve));
    await consumer.run({
      autoCommit: false,
      partitionsConsumedConcurrently: defaultPartitions,
      eachBatch: async ({ batch }) => {
        const at = performance.now();
        const version = Number(batch.lastOffset()) + 1;
        for (const { value } of batch.messages) JSON.parse(String(value));
        arrived({ partition: batch.partition, version, at });
      },
    });
    await joined;
    return () => consumer.disconnect();
  };
}

/** The ledger and the sign gateway, as in production; a sign for each jackpot listens. */
async function startServices(stack: BenchStack, prefix: string) {
  const redis = await stack.redis('everysec');
  const env = stack.environment(prefix, redis.url);
  const ledger = stack.service('apps/jackpot', env);
  const signs = stack.service('apps/signs', env);
  const ledgerUrl = await stack.addressOf(ledger);
  const signsUrl = await stack.addressOf(signs);
  const isShown = (id: string) => isOk(`${ledgerUrl}/v1/jackpots/${id}`);
  for (const id of ids) await until(`jackpot ${id}`, () => isShown(id), 120_000);
  const listen: Listen = async (_, arrived) => {
    const signsOpen = await Promise.all(
      ids.map((id) => {
        const partition = homePartition(id, defaultPartitions);
        return readSign(`${signsUrl}/v1/pools/stream?jackpot=${id}`, (version, at) =>
          arrived({ partition, version, at }),
        );
      }),
    );
    return async () => signsOpen.forEach((close) => close());
  };
  const stop = async (): Promise<void> => {
    await Promise.all([stack.kill(ledger), stack.kill(signs)]);
    await stack.remove(redis);
  };
  return { listen, stop };
}
