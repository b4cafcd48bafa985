import fc from 'fast-check';
import { frameText, hit } from '../testing/frames.js';
import { PoolBoard } from './pool-board.js';

const versions = (board: PoolBoard) =>
  board.snapshot(undefined).map(({ message }) => message.version);

test('an older version never replaces a newer one', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(50), { minLength: 1 }), (posted) => {
      const board = new PoolBoard();
      const received: number[] = [];
      board.listen(({ message }) => received.push(message.version));
      for (const version of posted) board.post(frameText({ version }));
      expect(versions(board)).toEqual([Math.max(...posted)]);
      expect(received).toEqual([...new Set(received)].sort((a, b) => a - b));
    }),
  );
});

test('the hit of a version comes through when its value was read from the ledger first', () => {
  const board = new PoolBoard();
  const received: unknown[] = [];
  board.listen(({ message }) => received.push(message.hit));
  board.post(frameText({ version: 5 }));
  board.post(frameText({ version: 5, hit: hit('a') }));
  board.post(frameText({ version: 5, hit: hit('a') }));
  board.post(frameText({ version: 5 }));
  expect(received).toEqual([null, hit('a')]);
  expect(board.hitsAfter('main', 4)).toHaveLength(1);
});

test('the last eight hits are remembered, oldest first', () => {
  const board = new PoolBoard();
  for (let version = 1; version <= 12; version += 1) {
    board.post(frameText({ version, hit: version % 4 === 3 ? null : hit(`${version}`) }));
  }
  const remembered = board.hitsAfter('main', 0).map(({ message }) => message.version);
  expect(remembered).toEqual([2, 4, 5, 6, 8, 9, 10, 12]);
  expect(board.hitsAfter('main', 9).map(({ message }) => message.version)).toEqual([10, 12]);
  expect(board.hitsAfter('other', 0)).toEqual([]);
});

test('a snapshot has the pools that were asked for and are known', () => {
  const board = new PoolBoard();
  board.post(frameText({ jackpot: 'a', version: 1 }));
  board.post(frameText({ jackpot: 'b', version: 2 }));
  expect(board.snapshot(new Set(['b', 'c'])).map(({ message }) => message.jackpot)).toEqual(['b']);
  expect(board.snapshot(undefined)).toHaveLength(2);
});

test('a text that is not a value message is refused and changes nothing', () => {
  const board = new PoolBoard();
  for (const text of ['', '{}', 'null', frameText({ version: 1.5 }), frameText({ value: 0.1 })]) {
    expect(() => board.post(text)).toThrow();
  }
  expect(board.snapshot(undefined)).toEqual([]);
});

test('a listener that has left receives nothing more', () => {
  const board = new PoolBoard();
  let received = 0;
  const leave = board.listen(() => (received += 1));
  board.post(frameText({ version: 1 }));
  leave();
  board.post(frameText({ version: 2 }));
  expect(received).toBe(1);
});
