import { setTimeout as sleep } from 'node:timers/promises';
import type { BenchStack } from '../bench-stack.js';
import { measureOf, quantile, type Measure } from '../measures.js';
import type { BenchOptions, SignsSizes } from '../options.js';
import type { BareServer } from './bare/server.js';
import { BenchGateway } from './gateway.js';
import { Program } from './program.js';
import type { Streams } from './reader/streams.js';

/** One side: from a value's commit, or its sending, to each stream; milliseconds. */
export interface Delivery {
  readonly p50: Measure;
  readonly p99: Measure;
  /** Processor time of its process for one frame at one stream, microseconds. */
  readonly processorUs: Measure;
  /** Resident memory of its process for one open stream. */
  readonly kilobytes: Measure;
}

export interface Signs {
  readonly sizes: SignsSizes;
  readonly gateway: Delivery;
  readonly bare: Delivery;
  readonly stalled: { readonly megabytes: Measure; readonly dropped: number };
  /** Until all that came back at once had the newest value; what they had missed, and doubled. */
  readonly back: {
    readonly milliseconds: Measure;
    readonly lost: number;
    readonly doubled: number;
  };
}

type Reader = Program<Streams>;

const readers = 2;
const warmUpMs = 2_000;
const hitsOfAnAbsence = 3;
/** The buffers of the kernel, which take megabytes that a client does not read, must be filled. */
const hitsAtOnce = 100;
/** About as long as it takes until such clients are dropped. */
const floodMs = 8_000;
const stallLimitMs = 60_000;

/** The bare peer and a gateway take turns, with the same readers; each round has a gateway anew. */
export async function measureSigns(
  stack: BenchStack,
  { rounds, signs: sizes }: BenchOptions,
  say: (line: string) => void,
): Promise<Signs> {
  const programs = Array.from({ length: readers }, () => new Program<Streams>(fileOf('reader')));
  const found: Round[] = [];
  try {
    for (let number = 1; number <= rounds; number += 1) {
      const bare = new Program<BareServer>(fileOf('bare'));
      const gateway = await BenchGateway.start(stack);
      const round = await new Floor(gateway, bare, programs, sizes).measure();
      await gateway.stop();
      bare.child.kill('SIGKILL');
      found.push(round);
      const [ours, theirs] = [round.ours.p99, round.bare.p99].map((each) => each.toFixed(1));
      say(`signs ${number}/${rounds}: p99 ${ours} ms, bare ${theirs} ms`);
    }
  } finally {
    for (const { child } of programs) child.kill('SIGKILL');
  }
  const across = (of: (round: Round) => number): Measure => measureOf(found.map(of));
  const sum = (of: (round: Round) => number): number =>
    found.reduce((all, each) => all + of(each), 0);
  return {
    sizes,
    gateway: deliveryOf(found.map(({ ours }) => ours)),
    bare: deliveryOf(found.map(({ bare }) => bare)),
    stalled: {
      megabytes: across(({ stalled }) => stalled.megabytes),
      dropped: sum(({ stalled }) => stalled.dropped),
    },
    back: {
      milliseconds: across(({ back }) => back.milliseconds),
      lost: sum(({ back }) => back.lost),
      doubled: sum(({ back }) => back.doubled),
    },
  };
}

type Sample = { readonly [Name in keyof Delivery]: number };

interface Round {
  readonly ours: Sample;
  readonly bare: Sample;
  readonly stalled: { readonly megabytes: number; readonly dropped: number };
  readonly back: { readonly milliseconds: number; readonly lost: number; readonly doubled: number };
}

/** One gateway, with the signs of a floor. */
class Floor {
  constructor(
    private readonly gateway: BenchGateway,
    private readonly bare: Program<BareServer>,
    private readonly readers: readonly Reader[],
    private readonly sizes: SignsSizes,
  ) {}

  async measure(): Promise<Round> {
    const bare = await this.runBare(await this.bare.call.listen());
    await this.warmUp();
    const ours = await this.runGateway();
    const stalled = await this.stall();
    await this.close();
    const back = await this.comeBack();
    await this.close();
    return { ours, bare, stalled, back };
  }

  /** Its first streams cost the gateway what no later one does: compiled code, a grown heap. */
  private async warmUp(): Promise<void> {
    await this.open(this.gateway.streamOf('main'), Math.ceil(this.sizes.streams / 5));
    await this.pace(this.sizes.secondsPerRound);
    await this.close();
  }

  private async runBare(url: string): Promise<Sample> {
    const { bare, sizes } = this;
    const texts = await this.gateway.texts();
    const pace = { everyMs: 1_000 / sizes.framesPerSecond, ...texts };
    await this.open(url, Math.ceil(sizes.streams / 5));
    await bare.call.begin(pace);
    await sleep(sizes.secondsPerRound * 1_000);
    await bare.call.end();
    await this.closeReaders();
    const emptyBytes = await bare.call.residentBytes();
    await this.open(url, sizes.streams);
    await bare.call.begin(pace);
    await sleep(warmUpMs);
    await this.begin();
    const before = await bare.call.processorMs();
    await sleep(sizes.secondsPerRound * 1_000);
    const processorMs = (await bare.call.processorMs()) - before;
    const openBytes = await bare.call.residentBytes();
    const sent = await bare.call.end();
    await sleep(1_000);
    const kilobytes = this.perStream(openBytes - emptyBytes);
    const sample = await this.sample((version) => sent.get(version), processorMs);
    await this.closeReaders();
    return { ...sample, kilobytes };
  }

  private async runGateway(): Promise<Sample> {
    const { gateway, sizes } = this;
    const emptyBytes = await gateway.residentBytes();
    await this.open(gateway.streamOf('main'), sizes.streams);
    await this.pace(warmUpMs / 1_000);
    await this.begin();
    const before = await gateway.processorMs();
    await this.pace(sizes.secondsPerRound);
    const processorMs = (await gateway.processorMs()) - before;
    const kilobytes = this.perStream((await gateway.residentBytes()) - emptyBytes);
    await sleep(1_000);
    const sample = await this.sample((version) => gateway.sentAt(version), processorMs);
    return { ...sample, kilobytes };
  }

  private perStream(bytes: number): number {
    return bytes / 1_024 / this.sizes.streams;
  }

  /** Commits at the pace, each when it is due. */
  private async pace(seconds: number): Promise<void> {
    const { framesPerSecond } = this.sizes;
    const begunAt = performance.now();
    for (let sent = 0; sent < seconds * framesPerSecond; sent += 1) {
      await sleep(Math.max(0, begunAt + (sent * 1_000) / framesPerSecond - performance.now()));
      await this.gateway.commit('main');
    }
  }

  private async sample(
    sentAt: (version: number) => number | undefined,
    processorMs: number,
  ): Promise<Omit<Sample, 'kilobytes'>> {
    const taken = await Promise.all(this.readers.map(({ call }) => call.taken()));
    const delays = taken.flat().flatMap(({ version, atMs }) => {
      const sent = sentAt(version);
      return sent === undefined ? [] : [atMs.map((at) => at - sent)];
    });
    const frames = delays.reduce((sum, { length }) => sum + length, 0);
    const sorted = new Float64Array(frames);
    let filled = 0;
    for (const each of delays) {
      sorted.set(each, filled);
      filled += each.length;
    }
    sorted.sort();
    const all = sorted as unknown as readonly number[];
    const processorUs = (1_000 * processorMs) / frames;
    return { p50: quantile(all, 0.5), p99: quantile(all, 0.99), processorUs };
  }

  /**
   * How much more memory the gateway has while clients do not read, until it drops them. Before, as
   * many hits go to nobody: what they alone take is no cost of the clients.
   */
  private async stall(): Promise<{ megabytes: number; dropped: number }> {
    const { gateway, sizes } = this;
    const series = 'jackpot_signs_connections_dropped_total{kind="sse"}';
    const droppedBefore = await gateway.metric(series);
    const floodedAt = performance.now();
    const before = await this.flood(async () => performance.now() - floodedAt > floodMs);
    const url = gateway.streamOf('other');
    await this.readers[0]?.call.stall({ url, count: sizes.stalled });
    let dropped = 0;
    const deadline = performance.now() + stallLimitMs;
    const most = await this.flood(async () => {
      dropped = (await gateway.metric(series)) - droppedBefore;
      return dropped === sizes.stalled || performance.now() > deadline;
    });
    return { megabytes: Math.max(0, most - before) / 1_048_576, dropped };
  }

  /** Many hits of the pool that no sign shows. @returns the most memory of the gateway, bytes */
  private async flood(isOver: () => Promise<boolean>): Promise<number> {
    let most = 0;
    for (let hit = 0; ; hit += 1) {
      const sent = this.gateway.commit('other', true);
      if (hit % hitsAtOnce > 0) continue;
      await sent;
      most = Math.max(most, await this.gateway.residentBytes());
      if (await isOver()) return most;
    }
  }

  /** Signs lose their connections, miss hits, and all come back in the same moment. */
  private async comeBack(): Promise<Round['back']> {
    const { gateway, sizes } = this;
    await this.open(gateway.streamOf('main'), sizes.back);
    await Promise.all(this.readers.map(({ call }) => call.cut()));
    await gateway.hasStreams(0);
    const awards: string[] = [];
    const win = async (): Promise<void> => void awards.push(await gateway.commit('main', true));
    for (let hit = 0; hit < hitsOfAnAbsence; hit += 1) await win();
    const version = gateway.versionOf('main');
    const times = await Promise.all(this.readers.map(({ call }) => call.reopen({ version })));
    await win();
    await sleep(2_000);
    const counts = await Promise.all(this.readers.map(({ call }) => call.hits({ awards })));
    const sum = (of: 'lost' | 'doubled') => counts.reduce((all, each) => all + each[of], 0);
    const milliseconds = Math.max(...times.map((each) => each.reduce((a, b) => Math.max(a, b), 0)));
    return { milliseconds, lost: sum('lost'), doubled: sum('doubled') };
  }

  private async open(url: string, streams: number): Promise<void> {
    const count = Math.ceil(streams / this.readers.length);
    await Promise.all(this.readers.map(({ call }) => call.open({ url, count })));
  }

  private async begin(): Promise<void> {
    await Promise.all(this.readers.map(({ call }) => call.begin()));
  }

  private async closeReaders(): Promise<void> {
    await Promise.all(this.readers.map(({ call }) => call.close()));
  }

  private async close(): Promise<void> {
    await this.closeReaders();
    await this.gateway.hasStreams(0);
  }
}

function deliveryOf(samples: readonly Sample[]): Delivery {
  const across = (of: keyof Sample): Measure => measureOf(samples.map((each) => each[of]));
  const [p50, p99] = [across('p50'), across('p99')];
  return { p50, p99, processorUs: across('processorUs'), kilobytes: across('kilobytes') };
}

function fileOf(program: 'reader' | 'bare'): string {
  return new URL(`${program}/main.ts`, import.meta.url).pathname;
}
