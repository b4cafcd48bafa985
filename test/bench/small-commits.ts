import { defaultPartitions } from '#contract';
import { ledgerKeys } from '#ledger';
import { Redis } from 'ioredis';
import type { BenchStack } from './bench-stack.js';
import { listenBare } from './latency.js';
import { measureOf, quantile, spread, type Measure } from './measures.js';
import { processorTimes, spentMicros } from './processors.js';
import {
  oneByOne,
  prepare,
  roundTrip,
  startServices,
  warmUpMs,
  type Listen,
  type Side,
} from './round-trip.js';

const processes = ['service', 'gateway', 'Redis', 'broker'] as const;

/** What a round gave: processor time in microseconds an event, latencies in milliseconds. */
const figures = [...processes, 'all', 'reads of Redis', 'commits/s', 'p50', 'p99'] as const;
type Round = Record<(typeof figures)[number], number>;

/** The rounds of one build; `root` is `bare` for kafkajs alone. */
interface SmallCommits {
  readonly root: string;
  /** The name of the load. */
  readonly load: string;
  readonly figures: Readonly<Partial<Record<keyof Round, Measure>>>;
}

interface Asked {
  readonly rounds: number;
  readonly secondsPerRound: number;
  readonly roots: readonly string[];
  /** Where the service of the first build writes its profile; it is slower then. */
  readonly folder: string | undefined;
}

type Play = (side: Side, listen: Listen, forMs: number) => ReturnType<typeof oneByOne>;

const sixAtATime: Play = (side, listen, forMs) => oneByOne(side, listen, 6, forMs);

/** How bets come. At a pace they do not wait for those before, as tables send them. */
const loads: Readonly<Record<string, Play>> = {
  '1 at a time': (side, listen, forMs) => oneByOne(side, listen, 1, forMs),
  '6 at a time': sixAtATime,
  '100/s': (side, listen, forMs) => roundTrip(side, listen, 100, warmUpMs + forMs),
  '1,000/s': (side, listen, forMs) => roundTrip(side, listen, 1_000, warmUpMs + forMs),
};

/**
 * What an event costs that comes alone or at a pace, and when its frame comes. The builds take
 * turns, on one broker, each with a Redis and a log of its own; bare kafkajs has its turn too.
 */
export async function measureSmallCommits(
  stack: BenchStack,
  { rounds, secondsPerRound, roots, folder }: Asked,
  say: (line: string) => void,
): Promise<SmallCommits[]> {
  const bare = await prepare(stack);
  const sides: { root: string; side: Side; services: Services }[] = [];
  const found: SmallCommits[] = [];
  try {
    for (const root of roots) {
      const side = await prepare(stack);
      const flags = folder && root === roots[0] && `--cpu-prof --cpu-prof-dir=${folder}`;
      const of = { root, ...(flags && { env: { NODE_OPTIONS: flags } }) };
      sides.push({ root, side, services: await startServices(stack, side.prefix, of) });
    }
    const forMs = secondsPerRound * 1000;
    // What was never run before is compiled then.
    for (const { side, services } of sides) await sixAtATime(side, services.listen, forMs / 2);
    for (const [load, play] of Object.entries(loads)) {
      const plain: Partial<Round>[] = [];
      const own = sides.map((): Round[] => []);
      for (let number = 1; number <= rounds; number += 1) {
        plain.push(latencies(await play(bare, listenBare(stack), forMs / 2)));
        for (const [index, { root, side, services }] of sides.entries()) {
          const round = await oneRound(stack, side, services, play, forMs);
          own[index]?.push(round);
          say(`small commits ${number}/${rounds} of ${load}, ${root}: ${lineOf(round)}`);
        }
      }
      found.push({ root: 'bare', load, figures: acrossRounds(plain) });
      for (const [index, { root }] of sides.entries()) {
        found.push({ root, load, figures: acrossRounds(own[index] ?? []) });
      }
    }
    return found;
  } finally {
    for (const { services } of sides) await services.stop();
    await Promise.all(
      [bare, ...sides.map(({ side }) => side)].map((each) => each.producer.close()),
    );
  }
}

type Services = Awaited<ReturnType<typeof startServices>>;

async function oneRound(
  stack: BenchStack,
  side: Side,
  { listen, listenToFrames, pids, redisUrl }: Services,
  play: Play,
  forMs: number,
): Promise<Round> {
  const look = async () => ({
    ...(await countsOf(redisUrl, side.prefix)),
    events: side.pacer.sentEvents,
    times: processorTimes({ ...pids, broker: stack.brokerPid }),
  });
  let before: Awaited<ReturnType<typeof look>> | undefined;
  // The signs are open then, so what opening them costs is not counted. A bet has arrived with the
  // frame of its commit: a sign is sent ten values a second at most.
  const opened: Listen = async (prefix, arrived) => {
    const closeSigns = await listen(prefix, () => undefined);
    const close = await listenToFrames(prefix, arrived);
    before = await look();
    return () => Promise.all([close(), closeSigns()]).then(() => undefined);
  };
  const begunAt = performance.now();
  const seen = await play(side, opened, forMs);
  const after = await look();
  const seconds = (performance.now() - begunAt) / 1000;
  const commits = after.blocks - (before?.blocks ?? 0);
  const events = after.events - (before?.events ?? 0);
  const costs = spentMicros(before?.times ?? {}, after.times, events);
  const all = processes.reduce((sum, name) => sum + (costs[name] ?? 0), 0);
  const reads = (after.reads - (before?.reads ?? 0)) / events;
  return {
    ...costs,
    all,
    'reads of Redis': reads,
    'commits/s': commits / seconds,
    ...latencies(seen),
  } as Round;
}

/**
 * How many commits the ledger has made, since the journal has a block for each, and how often Redis
 * has read from a socket, which no other work on the machine changes much.
 */
async function countsOf(url: string, prefix: string): Promise<{ blocks: number; reads: number }> {
  const redis = new Redis(url);
  const partitions = Array.from({ length: defaultPartitions }, (_, partition) => partition);
  const asked = partitions.map((each) => ['hget', ledgerKeys(prefix, each).position, 'block']);
  const replies = (await redis.pipeline(asked).exec()) ?? [];
  const stats = await redis.info('stats');
  redis.disconnect();
  const blocks = replies.reduce((sum, [, block]) => sum + Number(block ?? 0), 0);
  return { blocks, reads: Number(/total_reads_processed:(\d+)/.exec(stats)?.[1]) };
}

function latencies(seen: Awaited<ReturnType<typeof oneByOne>>) {
  const sorted = seen.map(({ bet, at }) => at - bet.sentAt).sort((one, other) => one - other);
  return { p50: quantile(sorted, 0.5), p99: quantile(sorted, 0.99) };
}

function acrossRounds(rounds: readonly Partial<Round>[]): SmallCommits['figures'] {
  const known = figures.filter((name) => rounds[0]?.[name] !== undefined);
  const measured = known.map((name) => [name, measureOf(rounds.map((each) => each[name] ?? NaN))]);
  return Object.fromEntries(measured) as SmallCommits['figures'];
}

function lineOf(round: Round): string {
  return figures.map((name) => `${name} ${round[name].toFixed(1)}`).join(', ');
}

/** The figures as lines of a table. */
export function writeSmallCommits(found: readonly SmallCommits[]): string[] {
  const cell = (measure: Measure | undefined): string =>
    measure ? spread(measure, (value) => value.toFixed(1)) : '';
  return [
    `| bets | build | ${figures.join(' | ')} |`,
    `| --- | --- |${figures.map(() => ' --- |').join('')}`,
    ...found.map(({ root, load, figures: own }) => {
      return `| ${load} | ${root} | ${figures.map((name) => cell(own[name])).join(' | ')} |`;
    }),
  ];
}
