import type { ValueMessage } from '#contract';
import { LedgerUnavailable, PulseBoard } from '#engine';
import { jest } from '@jest/globals';
import { fc } from '#testing/laws';
import { awardOfVersion, frameText, hitOfVersion } from '../testing/frames.js';
import { PoolBoard } from './pool-board.js';

const frame = JSON.parse(frameText({})) as ValueMessage;
/** An award that waits for its verification, and the same after it. */
const locked = { states: [{ seat: 1, state: 'locked' as const, slip: null, verified: null }] };
const verified = {
  states: [{ seat: 1, state: 'verified' as const, slip: 17, verified: 8 }],
  by: [{ act: 'award.verified', kid: 'ops-1', holder: 'J.Wong', offset: 8, at: frame.at }],
};
const newBoard = () => new PoolBoard(new PulseBoard(), 0);
const versions = (board: PoolBoard) =>
  board.snapshot(undefined).map(({ message }) => message.version);

test('an older version never replaces a newer one', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(50), { minLength: 1 }), (posted) => {
      const board = newBoard();
      const received: number[] = [];
      board.listen(({ message }) => received.push(message.version));
      for (const version of posted) board.post(frameText({ version }));
      expect(versions(board)).toEqual([Math.max(...posted)]);
      expect(received).toEqual([...new Set(received)].sort((a, b) => a - b));
    }),
  );
});

test('the hit of a version comes through when its value was read from the ledger first', () => {
  const board = newBoard();
  const received: unknown[] = [];
  board.listen(({ message }) => received.push(message.hit));
  board.post(frameText({ version: 5 }));
  board.post(frameText({ version: 5, hit: hitOfVersion(5) }));
  board.post(frameText({ version: 5, hit: hitOfVersion(5) }));
  board.post(frameText({ version: 5 }));
  expect(received).toEqual([null, hitOfVersion(5)]);
  expect(board.hitsAfter('main', 4)).toHaveLength(1);
});

test('hits are remembered for signs that were away, oldest first', () => {
  const board = newBoard();
  for (const version of [1, 3, 2, 5]) {
    board.post(frameText({ version, hit: version === 5 ? null : hitOfVersion(version) }));
  }
  const after = (version: number) =>
    board.hitsAfter('main', version).map(({ message }) => message.hit);
  expect(after(0)).toEqual([1, 2, 3].map(hitOfVersion));
  expect(after(2)).toEqual([hitOfVersion(3)]);
  expect(board.hitsAfter('other', 0)).toEqual([]);
});

test('an award whose frame was lost is missed, and its hit then goes out once', () => {
  const board = newBoard();
  const received: unknown[] = [];
  board.listen(({ message }) => received.push(message.hit));
  const { award, table } = hitOfVersion(4);
  const last = { award, table, hand: 'royal-flush' as const, amount: 100, at: frame.at };
  board.post(frameText({ version: 6, last }));
  expect(board.withoutHit()).toEqual(['main']);
  expect(board.snapshot(undefined)[0]?.held).toBe(3);
  board.postAwards('main', [awardOfVersion(4)], []);
  expect(board.snapshot(undefined)[0]?.held).toBe(6);
  board.postAwards('main', [awardOfVersion(4)], []);
  board.post(frameText({ version: 4, hit: hitOfVersion(4) }));
  expect(board.withoutHit()).toEqual([]);
  expect(received).toEqual([null, hitOfVersion(4)]);
});

test('an award that waits is missed until its hit is there, and again when it was verified', () => {
  const board = newBoard();
  const received: unknown[] = [];
  board.listen(({ message }) => received.push(message.hit));
  const { award, table, winners } = hitOfVersion(4);
  const waits = (state: 'locked' | 'verified') => [
    { award, table, at: frame.at, winners: winners.map((each) => ({ ...each, state })) },
  ];
  board.post(frameText({ version: 4, pending: waits('locked') }));
  expect(board.withoutHit()).toEqual(['main']);
  board.postAwards('main', [awardOfVersion(4, locked)], board.winsWithoutHit('main'));
  expect(board.withoutHit()).toEqual([]);
  board.post(frameText({ version: 9, pending: waits('verified') }));
  expect(board.withoutHit()).toEqual(['main']);
  expect(board.snapshot(undefined)[0]?.held).toBe(3);
  board.postAwards('main', [awardOfVersion(4, verified)], board.winsWithoutHit('main'));
  expect(board.withoutHit()).toEqual([]);
  expect(board.snapshot(undefined)[0]?.held).toBe(9);
  expect(received).toMatchObject([
    ...[null, { offset: 3, state: 'locked' }],
    ...[null, { offset: 8, state: 'verified' }],
  ]);
});

test('an award that is reversed has no hit but that, however it becomes known', () => {
  const { award } = hitOfVersion(4);
  const reversed = { ...hitOfVersion(4), state: 'reversed' as const, offset: 11 };
  const board = newBoard();
  board.post(frameText({ version: 4, hit: hitOfVersion(4) }));
  board.post(frameText({ version: 6, hit: hitOfVersion(6) }));
  board.post(frameText({ version: 12, hit: reversed }));
  board.post(frameText({ version: 9, hit: { ...reversed, state: 'verified', offset: 8 } }));
  const missed = () => board.hitsAfter('main', 0).map(({ message }) => message.hit);
  expect(missed()).toEqual([hitOfVersion(6), reversed]);

  const late = newBoard();
  late.post(frameText({ version: 12 }));
  const by = [
    ...verified.by,
    { ...verified.by[0], act: 'award.reversed', offset: 11, at: new Date().toISOString() },
  ] as typeof verified.by;
  const states = verified.states.map((each) => ({ ...each, state: 'reversed' as const }));
  late.postAwards('main', [awardOfVersion(4, { states, by })], []);
  expect(late.hitsAfter('main', 0).map(({ message }) => message.hit)).toEqual([reversed]);
  expect(reversed.award).toBe(award);
});

test('a win that no stored award tells is looked for once', () => {
  const board = newBoard();
  const { award, table } = hitOfVersion(4);
  const last = { award, table, hand: 'royal-flush' as const, amount: 100, at: frame.at };
  board.post(frameText({ version: 6, last }));
  board.postAwards('main', [], board.winsWithoutHit('main'));
  expect(board.withoutHit()).toEqual([]);
  expect(board.snapshot(undefined)[0]?.held).toBe(6);
  board.post(frameText({ version: 7, last: { ...last, award: hitOfVersion(7).award } }));
  expect(board.withoutHit()).toEqual(['main']);
});

test('a hit that was made more than fifteen minutes ago is none that a sign has missed', () => {
  const board = newBoard();
  board.post(frameText({ version: 9 }));
  const ago = (ms: number) => new Date(Date.now() - ms).toISOString();
  const old = { recordedAt: ago(15 * 60_000 + 1_000) };
  const young = { recordedAt: ago(15 * 60_000 - 60_000) };
  const by = verified.by.map((act) => ({ ...act, at: ago(1_000) }));
  const verifiedNow = { ...verified, ...old, by };
  const awards = [awardOfVersion(3, old), awardOfVersion(4, verifiedNow), awardOfVersion(6, young)];
  board.postAwards('main', awards, []);
  const missed = board.hitsAfter('main', 0).map(({ message }) => message.hit);
  expect(missed).toMatchObject([hitOfVersion(6), { offset: 8, state: 'verified' }]);
});

test('at most ten values a second go out, the newest at last, and a hit at once', () => {
  jest.useFakeTimers();
  const board = new PoolBoard();
  const received: number[] = [];
  board.listen(({ message }) => received.push(message.version));
  for (let version = 1; version <= 50; version += 1) board.post(frameText({ version }));
  expect(received).toEqual([1]);
  jest.advanceTimersByTime(100);
  expect(received).toEqual([1, 50]);
  board.post(frameText({ version: 51 }));
  board.post(frameText({ version: 52, hit: hitOfVersion(52) }));
  board.post(frameText({ version: 53, jackpot: 'other' }));
  expect(received).toEqual([1, 50, 52, 53]);
  jest.advanceTimersByTime(1_000);
  expect(received).toEqual([1, 50, 52, 53]);
  expect(jest.getTimerCount()).toBe(0);
  jest.useRealTimers();
});

test('a jackpot that is not there is named, once all values are here', () => {
  const board = newBoard();
  board.post(frameText({ jackpot: 'a' }));
  expect(() => board.assertKnown(new Set(['b']))).toThrow(LedgerUnavailable);
  board.filled();
  expect(() => board.assertKnown(new Set(['a', 'b']))).toThrow('There is no jackpot b.');
  expect(() => board.assertKnown(new Set(['']))).toThrow('jackpot= is empty: name a jackpot');
  expect(() => board.assertKnown(new Set(['a']))).not.toThrow();
});

test('a snapshot has the pools that were asked for and are known', () => {
  const board = newBoard();
  board.post(frameText({ jackpot: 'a', version: 1 }));
  board.post(frameText({ jackpot: 'b', version: 2 }));
  expect(board.snapshot(new Set(['b', 'c'])).map(({ message }) => message.jackpot)).toEqual(['b']);
  expect(board.snapshot(undefined)).toHaveLength(2);
});

test('a text that is not a value message is refused and changes nothing', () => {
  const board = newBoard();
  for (const text of ['', '{}', 'null', frameText({ version: 1.5 }), frameText({ value: 0.1 })]) {
    expect(() => board.post(text)).toThrow();
  }
  expect(board.snapshot(undefined)).toEqual([]);
});

test('a listener that has left receives nothing more', () => {
  const board = newBoard();
  let received = 0;
  const leave = board.listen(() => (received += 1));
  board.post(frameText({ version: 1 }));
  leave();
  board.post(frameText({ version: 2 }));
  expect(received).toBe(1);
});
