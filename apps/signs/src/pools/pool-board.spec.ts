import fc from 'fast-check';
import { frameText, hit } from '../testing/frames.js';
import { PoolBoard } from './pool-board.js';

const versions = (board: PoolBoard) => board.snapshot(null).map(({ message }) => message.version);

test('an older version never takes the place of a newer one', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(50), { minLength: 1 }), (posted) => {
      const board = new PoolBoard();
      const heard: number[] = [];
      board.listen(({ message }) => heard.push(message.version));
      for (const version of posted) board.post(frameText({ version }));
      expect(versions(board)).toEqual([Math.max(...posted)]);
      expect(heard).toEqual([...new Set(heard)].sort((a, b) => a - b));
    }),
  );
});

test('the hit of a version comes through when its value was read from the ledger first', () => {
  const board = new PoolBoard();
  const heard: unknown[] = [];
  board.listen(({ message }) => heard.push(message.hit));
  board.post(frameText({ version: 5 }));
  board.post(frameText({ version: 5, hit: hit('a') }));
  board.post(frameText({ version: 5, hit: hit('a') }));
  board.post(frameText({ version: 5 }));
  expect(heard).toEqual([null, hit('a')]);
  expect(board.hitsBehind('main', 4)).toHaveLength(1);
});

test('the last eight hits are remembered, oldest first', () => {
  const board = new PoolBoard();
  for (let version = 1; version <= 12; version += 1) {
    board.post(frameText({ version, hit: version % 4 === 3 ? null : hit(`${version}`) }));
  }
  const remembered = board.hitsBehind('main', 0).map(({ message }) => message.version);
  expect(remembered).toEqual([2, 4, 5, 6, 8, 9, 10, 12]);
  expect(board.hitsBehind('main', 9).map(({ message }) => message.version)).toEqual([10, 12]);
  expect(board.hitsBehind('other', 0)).toEqual([]);
});

test('a snapshot has the pools that were asked for and are known', () => {
  const board = new PoolBoard();
  board.post(frameText({ jackpot: 'a', version: 1 }));
  board.post(frameText({ jackpot: 'b', version: 2 }));
  expect(board.snapshot(new Set(['b', 'c'])).map(({ message }) => message.jackpot)).toEqual(['b']);
  expect(board.snapshot(null)).toHaveLength(2);
});

test('what is no value message is refused and changes nothing', () => {
  const board = new PoolBoard();
  for (const text of ['', '{}', 'null', frameText({ version: 1.5 }), frameText({ value: 0.1 })]) {
    expect(() => board.post(text)).toThrow();
  }
  expect(board.snapshot(null)).toEqual([]);
});

test('who has left hears nothing more', () => {
  const board = new PoolBoard();
  let heard = 0;
  const leave = board.listen(() => (heard += 1));
  board.post(frameText({ version: 1 }));
  leave();
  board.post(frameText({ version: 2 }));
  expect(heard).toBe(1);
});
