import { defaultPartitions, topicName } from '#contract';
import type { BenchStack } from './bench-stack.js';
import { measureOf, quantile, type Measure } from './measures.js';
import type { BenchOptions } from './options.js';
import { acrossProcesses, mapProcesses, type ByProcess } from './processors.js';
import { WorkMeter, type Work } from './work-meter.js';
import {
  match,
  prepare,
  roundTrip,
  startServices,
  warmUpMs,
  type Arrival,
  type Listen,
} from './round-trip.js';

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
  /** Produce to the frame that a gateway receives. */
  readonly ours: Percentiles;
  /** Produce to the frame at the sign, which waits for the turn of its pool. */
  readonly sign: Percentiles;
  /** Acknowledgement to the frame at the gateway; below 0 where the frame was quicker. */
  readonly afterAcknowledgement: Percentiles;
  /** Produce to acknowledgement, which all have in them. */
  readonly acknowledgement: Percentiles;
  /** Processor time of one event, microseconds; the sender is also who listens. */
  readonly processors?: Record<'bare' | 'ours', ByProcess<Measure>>;
  readonly commits?: Commits;
}

/** The commits of ours; with few events each they are what an event costs. */
export interface Commits {
  readonly perSecond: Measure;
  readonly events: Measure;
  /** Processor time of one commit, microseconds. */
  readonly processors: ByProcess<Measure>;
  /** The same of all processes together. */
  readonly all: Measure;
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
      const samples = { bare: [], ours: [], sign: [], after: [], acknowledgement: [] } as Samples;
      const works = { bare: [] as Work[], ours: [] as Work[] };
      for (let number = 1; number <= rounds; number += 1) {
        const forMs = warmUpMs + secondsPerRound * 1000;
        const meters = {
          bare: new WorkMeter(stack, {}, null),
          ours: new WorkMeter(stack, services.pids, services.watch),
        };
        const plain = await roundTrip(bare, listenBare(stack), perSecond, forMs, meters.bare);
        const frames: Arrival[] = [];
        const deafen = await services.listenToFrames(ours.prefix, (frame) => frames.push(frame));
        const shown = await roundTrip(ours, services.listen, perSecond, forMs, meters.ours);
        await deafen();
        const sent = shown.map(({ bet }) => bet);
        const committed = match(sent, frames);
        works.bare.push(meters.bare.work());
        works.ours.push(meters.ours.work());
        samples.bare.push(percentilesOf(plain.map(({ bet, at }) => at - bet.sentAt)));
        samples.ours.push(percentilesOf(committed.map(({ bet, at }) => at - bet.sentAt)));
        samples.sign.push(percentilesOf(shown.map(({ bet, at }) => at - bet.sentAt)));
        samples.after.push(percentilesOf(committed.map(({ bet, at }) => at - bet.acknowledgedAt)));
        const acknowledged = sent.map((bet) => bet.acknowledgedAt - bet.sentAt);
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
        sign: acrossRounds(samples.sign),
        afterAcknowledgement: acrossRounds(samples.after),
        acknowledgement: acrossRounds(samples.acknowledgement),
        processors: { bare: perEvent(works.bare), ours: perEvent(works.ours) },
        commits: commitsOf(works.ours),
      });
    }
  } finally {
    await services.stop();
    await Promise.all([bare.producer.close(), ours.producer.close()]);
  }
  return results;
}

type Quantiles = readonly [p50: number, p99: number, p999: number];
type Samples = Record<'bare' | 'ours' | 'sign' | 'after' | 'acknowledgement', Quantiles[]>;

function percentilesOf(milliseconds: number[]): Quantiles {
  const sorted = milliseconds.sort((one, other) => one - other);
  return [quantile(sorted, 0.5), quantile(sorted, 0.99), quantile(sorted, 0.999)];
}

function perEvent(works: readonly Work[]): ByProcess<Measure> {
  const rounds = works.map((work) => work.perEvent);
  return acrossProcesses(rounds, measureOf);
}

/** What a commit took, from what an event took and how many of them it had. */
export function commitsOf(works: readonly Work[]): Commits {
  const rounds = works.map(({ perEvent, events, commits }) =>
    mapProcesses(perEvent, (micros) => (micros * events) / commits),
  );
  const all = rounds.map((round) => Object.values(round).reduce((sum, each) => sum + each, 0));
  return {
    perSecond: measureOf(works.map(({ perSecond }) => perSecond)),
    events: measureOf(works.map(({ events, commits }) => events / commits)),
    processors: acrossProcesses(rounds, measureOf),
    all: measureOf(all),
  };
}

function acrossRounds(rounds: readonly Quantiles[]): Percentiles {
  const [p50, p99, p999] = [0, 1, 2].map((index) =>
    measureOf(rounds.map((each) => each[index] as number)),
  ) as [Measure, Measure, Measure];
  return { p50, p99, p999 };
}

/** Bare kafkajs in place of the services: a bet has arrived when it is parsed. */
export function listenBare(stack: BenchStack): Listen {
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
