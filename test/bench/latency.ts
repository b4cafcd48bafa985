import type { BenchStack } from './bench-stack.js';
import { across, grouped, quantile, ratioRow } from './measures.js';
import type { Found, Round, Row } from './measures.js';
import type { BenchOptions } from './options.js';
import { listenBare, Meter, play, prepare, startServices } from './round-trip.js';
import type { Load, Shown, Side } from './round-trip.js';

/** A tree's build with its own Redis and log; kafkajs alone has no services. */
interface Build {
  readonly name: string;
  readonly side: Side;
  readonly services?: Awaited<ReturnType<typeof startServices>>;
}

const bareName = 'bare kafkajs';

/**
 * Measures when a bet is shown and what it costs, at each load. The builds take turns, on one
 * broker; bare kafkajs has its turn too.
 * @param profileFolder where the service of the first build writes its profile, which makes it
 * slower
 */
export async function measureLatency(
  stack: BenchStack,
  { rounds, loads, secondsPerRound, roots }: BenchOptions,
  say: (line: string) => void,
  profileFolder = '',
): Promise<Found> {
  const builds: Build[] = [{ name: bareName, side: await prepare(stack) }];
  const forMs = secondsPerRound * 1_000;
  const rows: Row[] = [];
  try {
    for (const root of roots) {
      const side = await prepare(stack);
      const folder = root === roots[0] ? profileFolder : '';
      const services = await startServices(stack, side.prefix, root, folder);
      builds.push({ name: root === '.' ? 'ours' : root, side, services });
      // This first run compiles the code.
      await play(side, [services.frames], { together: 6 }, forMs / 2);
    }
    for (const load of loads) {
      const found = builds.map((): Round[] => []);
      for (let number = 1; number <= rounds; number += 1) {
        for (const [index, build] of builds.entries()) {
          const round = await oneRound(stack, build, load, forMs);
          found[index]?.push(round);
          say(`latency ${number}/${rounds} ${loadName(load)}, ${build.name}: ${lineOf(round)}`);
        }
      }
      const own = builds.map(({ name }, index) => {
        return { name: `${loadName(load)}, ${name}`, figures: across(found[index] ?? []) };
      });
      rows.push(...own, ...ratiosOf(load, builds, own));
    }
  } finally {
    for (const { services, side } of builds) {
      await services?.stop();
      await side.producer.close();
    }
  }
  return { about, rows };
}

/** The ratio of the first build to bare kafkajs, and of each other build to the first. */
function ratiosOf(load: Load, builds: readonly Build[], rows: readonly Row[]): Row[] {
  return builds.slice(1).map(({ name }, index) => {
    const other = index === 0 ? 0 : 1;
    const title = `${loadName(load)}, ${name} ÷ ${builds[other]?.name}`;
    return ratioRow(title, rows[index + 1] as Row, rows[other] as Row);
  });
}

async function oneRound(
  stack: BenchStack,
  { side, services }: Build,
  load: Load,
  forMs: number,
): Promise<Round> {
  const pids = { ...services?.pids, broker: stack.brokerPid, sender: process.pid };
  const meter = new Meter(pids, services?.watch);
  const { frames, signs } = services ?? { frames: listenBare(stack) };
  const ways = signs ? ([frames, signs] as const) : ([frames] as const);
  const [shown = [], atSigns] = await play(side, ways, load, forMs, meter);
  const acknowledged = shown.map(({ bet }) => ({ bet, at: bet.acknowledgedAt }));
  return {
    ...percentiles(shown),
    ...(atSigns && percentiles(atSigns, 'sign ')),
    ...percentiles(acknowledged, 'acknowledged '),
    ...meter.figures(),
  };
}

/** Percentiles of the milliseconds since each bet was sent. */
function percentiles(shown: readonly Shown[], prefix = ''): Round {
  const sorted = shown.map(({ bet, at }) => at - bet.sentAt).sort((one, other) => one - other);
  const shares = { p50: 0.5, p99: 0.99, 'p99.9': 0.999 };
  const found = Object.entries(shares).map(([name, share]) => {
    return [`${prefix}${name}`, quantile(sorted, share)] as const;
  });
  return Object.fromEntries(found);
}

function loadName(load: Load): string {
  return 'perSecond' in load ? `${grouped(load.perSecond)}/s` : `${load.together} at a time`;
}

function lineOf({ p50 = NaN, p99 = NaN, all }: Round): string {
  const cost = all === undefined ? '' : `, all processes ${grouped(all)} µs`;
  return `p50 ${grouped(p50, 1)} ms, p99 ${grouped(p99, 1)} ms${cost}`;
}

const about = [
  'Milliseconds from the sending of a bet until it is in a frame at a gateway (of bare kafkajs: parsed by a consumer), until a sign (SSE)',
  'is sent it, and until it is acknowledged (`acks=all`). At a pace each event is sent when it is due, to twelve jackpots with a sign each.',
  'A commit has a frame for each pool, so a bet is in the first one whose version is behind its offset. A sign is sent at most ten values',
  'a second of a pool (contract 9.3), which is what a bet waits for there. Then commits, and the processor time of one event in each',
  'process, in microseconds. The sender also listens: to the frames and the signs, or as bare kafkajs; it is no part of `all`.',
];
