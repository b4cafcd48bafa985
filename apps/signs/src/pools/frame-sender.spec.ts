import { PulseBoard } from '#engine';
import { jest } from '@jest/globals';
import { fc } from '#testing/laws';
import { frameText, hitOfVersion } from '../testing/frames.js';
import { FrameSender, stuckAfterMs, type Wire } from './frame-sender.js';
import type { SignFrame } from './frame.js';
import { PoolBoard } from './pool-board.js';

/** A wire that the test sets to full or not. */
class TestWire implements Wire {
  readonly sent: SignFrame[] = [];
  isFull = false;
  drops = 0;
  pulses = 0;
  private resume: (() => void) | undefined;

  send(frame: SignFrame): boolean {
    this.sent.push(frame);
    return !this.isFull;
  }

  sendPulse(): boolean {
    this.pulses += 1;
    return !this.isFull;
  }

  end(): void {}

  onDrain(resume: () => void): void {
    this.resume = resume;
  }

  drain(): void {
    this.isFull = false;
    const resume = this.resume;
    this.resume = undefined;
    resume?.();
  }

  drop(): void {
    this.drops += 1;
  }

  /** The versions that made the hits sent. */
  hits(jackpot = 'main'): number[] {
    const here = this.sent.filter(({ message }) => message.jackpot === jackpot);
    return here.flatMap(({ message }) => (message.hit ? versionOf(message.hit) : []));
  }

  versions(jackpot = 'main'): number[] {
    const here = this.sent.filter(({ message }) => message.jackpot === jackpot);
    return here.map(({ message }) => message.version);
  }
}

const versionOf = ({ award }: { award: string }) => Number(award.split('/').at(-1)) + 1;

let board: PoolBoard;
let wire: TestWire;
let conflated: number;
beforeEach(() => {
  jest.useFakeTimers();
  board = new PoolBoard(new PulseBoard(), 0);
  wire = new TestWire();
  conflated = 0;
});
afterEach(() => jest.useRealTimers());

function open(seen: [string, number][] = [], jackpots?: string[]): FrameSender {
  const wanted = jackpots && new Set(jackpots);
  return new FrameSender(board, wire, wanted, new Map(seen), () => (conflated += 1));
}

const post = (version: number, isHit = false, jackpot = 'main') =>
  board.post(frameText({ jackpot, version, hit: isHit ? hitOfVersion(version) : null }));

test('a new sign gets the newest value of each pool, and then what comes', () => {
  post(1);
  post(7);
  open();
  post(8);
  expect(wire.versions()).toEqual([7, 8]);
});

test('a sign gets the pools that it asked for', () => {
  open([], ['main']);
  post(1, false, 'other');
  post(1);
  expect(wire.sent.map(({ message }) => message.jackpot)).toEqual(['main']);
});

test('a full wire holds one value of each pool: the newest', () => {
  open();
  wire.isFull = true;
  post(1);
  for (let version = 2; version <= 100; version += 1) post(version);
  post(3, false, 'other');
  expect(wire.versions()).toEqual([1]);
  wire.drain();
  expect(wire.versions()).toEqual([1, 100]);
  expect(wire.versions('other')).toEqual([3]);
  expect(conflated).toBe(98);
});

test('a sign that comes back gets the hits that it missed, each once, with the newest value', () => {
  for (const version of [1, 2, 3, 4, 5]) post(version, version % 2 === 0);
  open([['main', 1]]);
  expect(wire.hits()).toEqual([2, 4]);
  expect(wire.versions()).toEqual([5, 5]);
});

test('a sign that saw the newest value is sent no hit of before', () => {
  post(1);
  post(2, true);
  open([['main', 2]]);
  expect(wire.sent).toEqual([]);
});

test('a new sign is sent the newest value without its hit, which is history', () => {
  post(2, true);
  open();
  expect(wire.versions()).toEqual([2]);
  expect(wire.hits()).toEqual([]);
});

test('a sign that is cut again and again while it catches up still gets each hit once', () => {
  for (let version = 1; version <= 9; version += 1) post(version, version % 2 === 0);
  const hits: number[] = [];
  let held = 1;
  for (const framesUntilCut of [1, 2, 1, 1]) {
    wire = new TestWire();
    open([['main', held]]).close();
    const got = wire.sent.slice(0, framesUntilCut);
    hits.push(...got.flatMap(({ message }) => (message.hit ? versionOf(message.hit) : [])));
    for (const frame of got) held = Math.max(held, frame.held);
  }
  expect(hits).toEqual([2, 4, 6, 8]);
});

test('a wire that is full while a sign catches up holds all hits that are remembered', () => {
  for (let version = 1; version <= 400; version += 1) post(version, true);
  wire.isFull = true;
  open([['main', 1]]);
  expect(wire.hits()).toEqual([2]);
  wire.drain();
  expect(wire.hits()).toEqual(Array.from({ length: 399 }, (_, index) => index + 2));
});

test('a hit that comes late goes out once, with the newest value', () => {
  post(1);
  open();
  post(9);
  post(5, true);
  post(5, true);
  expect(wire.hits()).toEqual([5]);
  expect(wire.versions()).toEqual([1, 9, 9]);
});

test('a sign is sent how old its values are when it comes and each time after, unless it is full', () => {
  const sender = open();
  sender.pulse();
  expect(wire.pulses).toBe(2);
  wire.isFull = true;
  sender.pulse();
  sender.pulse();
  expect(wire.pulses).toBe(3);
  jest.advanceTimersByTime(stuckAfterMs);
  expect(wire.drops).toBe(1);
});

test('a sign that missed nothing gets nothing', () => {
  post(2, true);
  open([['main', 2]]);
  expect(wire.sent).toEqual([]);
});

test('a wire that stays full is dropped after five seconds, one that drains is not', () => {
  open();
  wire.isFull = true;
  post(1);
  jest.advanceTimersByTime(stuckAfterMs - 1);
  wire.drain();
  jest.advanceTimersByTime(stuckAfterMs * 2);
  expect(wire.drops).toBe(0);
  wire.isFull = true;
  post(2);
  jest.advanceTimersByTime(stuckAfterMs);
  expect(wire.drops).toBe(1);
  // A wire that reconnects, like MQTT's, may stay full too.
  jest.advanceTimersByTime(stuckAfterMs);
  expect(wire.drops).toBe(2);
});

test('a closed sender sends nothing, drops nothing and leaves no timer', () => {
  const sender = open();
  wire.isFull = true;
  post(1);
  sender.close();
  post(2);
  wire.drain();
  expect(wire.versions()).toEqual([1]);
  expect(jest.getTimerCount()).toBe(0);
  expect(wire.drops).toBe(0);
});

test('however wires fill and drain: versions never fall, the newest comes last, every hit comes once', () => {
  const step = fc.oneof(
    fc.record({ pool: fc.constantFrom('a', 'b'), isHit: fc.boolean() }),
    fc.constant('fill' as const),
    fc.constant('drain' as const),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 80 }), (steps) => {
      board = new PoolBoard(new PulseBoard(), 0);
      wire = new TestWire();
      const sender = open();
      const hits = new Map<string, number[]>([
        ['a', []],
        ['b', []],
      ]);
      let version = 0;
      for (const each of steps) {
        if (each === 'fill') wire.isFull = true;
        else if (each === 'drain') wire.drain();
        else {
          version += 1;
          post(version, each.isHit, each.pool);
          if (each.isHit) hits.get(each.pool)?.push(version);
        }
      }
      // As long as a frame waits, a drained wire is full again at once in the worst case.
      for (let turn = 0; turn < 4; turn += 1) wire.drain();
      for (const [pool, wanted] of hits) {
        const sent = wire.versions(pool);
        expect(sent).toEqual([...sent].sort((a, b) => a - b));
        expect(sent.at(-1)).toBe(board.snapshot(new Set([pool]))[0]?.message.version);
        expect(wire.hits(pool)).toEqual(wanted);
      }
      sender.close();
    }),
    { numRuns: 300 },
  );
});
