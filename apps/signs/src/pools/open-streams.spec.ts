import { PulseBoard } from '#engine';
import { jest } from '@jest/globals';
import { frameText } from '../testing/frames.js';
import { FrameSender } from './frame-sender.js';
import { OpenStreams, pulseShares } from './open-streams.js';
import { PoolBoard } from './pool-board.js';

const board = new PoolBoard(new PulseBoard(), 0);
let version = 0;
const post = (jackpot: string) => board.post(frameText({ jackpot, version: (version += 1) }));

/** Opens a stream whose sign reads or not. */
function open(streams: OpenStreams, reads: boolean, ...jackpots: string[]): FrameSender {
  const nothing = () => undefined;
  const wire = {
    ...{ send: () => reads, sendPulse: () => true },
    ...{ onDrain: nothing, drop: nothing, end: nothing },
  };
  const wanted = jackpots.length > 0 ? new Set(jackpots) : undefined;
  const sender = new FrameSender(board, wire, wanted, new Map(), () => undefined);
  streams.add(sender);
  return sender;
}

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

test('each stream has a pulse in ten shares, and no share has many more than another', () => {
  const streams = new OpenStreams();
  const pulses: number[] = [];
  const senders = Array.from({ length: 25 }, (_, each) => {
    const sender = open(streams, true);
    sender.pulse = () => void pulses.push(each);
    return sender;
  });
  streams.delete(senders[7] as FrameSender);
  const counts = Array.from({ length: pulseShares }, () => {
    const before = pulses.length;
    streams.pulseShare();
    return pulses.length - before;
  });
  expect(Math.max(...counts)).toBe(3);
  expect(pulses.toSorted((one, other) => one - other)).toEqual(
    Array.from({ length: 25 }, (_, each) => each).filter((each) => each !== 7),
  );
});

test('a stream counts for each jackpot that it shows, one without a choice for all', () => {
  const streams = new OpenStreams();
  open(streams, true, 'main');
  open(streams, true, 'main', 'mini', 'nobody-has-this');
  const all = open(streams, true);
  expect(Object.fromEntries(streams.count(['main', 'mini']))).toEqual({ main: 3, mini: 2 });
  streams.delete(all);
  expect(Object.fromEntries(streams.count(['main', 'mini']))).toEqual({ main: 2, mini: 1 });
});

test('a stream is late once a value has waited for two seconds because the sign does not read', () => {
  const streams = new OpenStreams();
  post('main');
  open(streams, true);
  open(streams, false);
  const late = () => Object.fromEntries(streams.countLate(['main', 'mini']));
  // The wire is full now, but nothing waits.
  jest.advanceTimersByTime(4_000);
  expect(late()).toEqual({ main: 0, mini: 0 });
  post('main');
  jest.advanceTimersByTime(1_900);
  post('main');
  expect(late()).toEqual({ main: 0, mini: 0 });
  jest.advanceTimersByTime(200);
  expect(late()).toEqual({ main: 1, mini: 0 });
});

test('of a frame that comes, the first sign that is sent it counts, and none that comes later', () => {
  const own = new PoolBoard();
  const seen: boolean[] = [];
  own.listen((frame) => seen.push(own.isFirstSent(frame)));
  own.listen((frame) => seen.push(own.isFirstSent(frame)));
  own.post(frameText({ version: 5 }));
  expect(seen).toEqual([true, false]);
  const [frame] = own.snapshot(undefined);
  expect(frame && own.isFirstSent(frame)).toBe(false);
});
