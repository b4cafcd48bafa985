import { defaultPartitions, topicName } from '#contract';
import type { BenchStack } from './bench-stack.js';
import { measureOf, quantile, type Measure } from './measures.js';
import type { BenchOptions } from './options.js';
import { prepare, roundTrip, startServices, warmUpMs, type Listen } from './round-trip.js';

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
