import { jest } from '@jest/globals';
import fc from 'fast-check';
import { frameText, hit } from '../testing/frames.js';
import { FrameSender, stuckAfterMs, type Wire } from './frame-sender.js';
import { PoolBoard, type Frame } from './pool-board.js';

/** A wire that is full or not as the test says. */
class TestWire implements Wire {
  readonly sent: Frame[] = [];
  isFull = false;
  drops = 0;
  private resume: (() => void) | undefined;

  send(frame: Frame): boolean {
    this.sent.push(frame);
    return !this.isFull;
  }

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

  versions(jackpot = 'main'): number[] {
    const here = this.sent.filter(({ message }) => message.jackpot === jackpot);
    return here.map(({ message }) => message.version);
  }
}

let board: PoolBoard;
let wire: TestWire;
let conflated: number;
beforeEach(() => {
  jest.useFakeTimers();
  board = new PoolBoard();
  wire = new TestWire();
  conflated = 0;
});
afterEach(() => jest.useRealTimers());

function open(seen: [string, number][] = [], jackpots?: string[]): FrameSender {
  const wanted = jackpots && new Set(jackpots);
  return new FrameSender(board, wire, wanted, new Map(seen), () => (conflated += 1));
}

const post = (version: number, award: string | null = null, jackpot = 'main') =>
  board.post(frameText({ jackpot, version, hit: award === null ? null : hit(award) }));

test('a new sign gets the newest value of each pool, and then what comes', () => {
  post(1);
  post(7);
  open();
  post(8);
  expect(wire.versions()).toEqual([7, 8]);
});

test('a sign gets the pools that it asked for', () => {
  open([], ['main']);
  post(1, null, 'other');
  post(1);
  expect(wire.sent.map(({ message }) => message.jackpot)).toEqual(['main']);
});

test('a full wire holds one value of each pool: the newest', () => {
  open();
  wire.isFull = true;
  post(1);
  for (let version = 2; version <= 100; version += 1) post(version);
  post(3, null, 'other');
  expect(wire.versions()).toEqual([1]);
  wire.drain();
  expect(wire.versions()).toEqual([1, 100]);
  expect(wire.versions('other')).toEqual([3]);
  expect(conflated).toBe(98);
});

test('a sign that comes back gets the hits that it missed, each once, and the newest value', () => {
  for (const [version, award] of [
    [1, 'a'],
    [2, 'b'],
    [3, null],
    [4, 'c'],
    [5, null],
  ] as const) {
    post(version, award);
  }
  open([['main', 1]]);
  expect(wire.versions()).toEqual([2, 4, 5]);
});

test('a newest value with a hit is not sent twice', () => {
  post(1);
  post(2, 'a');
  open([['main', 1]]);
  expect(wire.versions()).toEqual([2]);
});

test('a sign that missed nothing gets nothing', () => {
  post(2, 'a');
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

test('however wires fill and drain: versions grow, the newest comes last, eight hits are kept', () => {
  const step = fc.oneof(
    fc.record({ pool: fc.constantFrom('a', 'b'), isHit: fc.boolean() }),
    fc.constant('fill' as const),
    fc.constant('drain' as const),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 80 }), (steps) => {
      board = new PoolBoard();
      wire = new TestWire();
      const sender = open();
      const hits = new Map<string, number[]>([['a', []], ['b', []]]); // prettier-ignore
      let version = 0;
      for (const each of steps) {
        if (each === 'fill') wire.isFull = true;
        else if (each === 'drain') wire.drain();
        else {
          version += 1;
          post(version, each.isHit ? `${version}` : null, each.pool);
          if (each.isHit) hits.get(each.pool)?.push(version);
        }
      }
      // As long as something waits, a drained wire is full again at once in the worst case.
      for (let turn = 0; turn < 4; turn += 1) wire.drain();
      for (const [pool, wanted] of hits) {
        const sent = wire.versions(pool);
        expect(sent).toEqual([...new Set(sent)].sort((a, b) => a - b));
        expect(sent.at(-1)).toBe(board.snapshot(new Set([pool]))[0]?.message.version);
        expect(sent).toEqual(expect.arrayContaining(wanted.slice(-8)));
      }
      sender.close();
    }),
    { numRuns: 300 },
  );
});
