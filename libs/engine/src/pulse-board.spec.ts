import { homePartition, type Pulse } from '#contract';
import { PulseBoard } from './pulse-board.js';

const asOf = '2026-11-21T04:02:10.000Z';
const pulse: Pulse = { pulse: 0, position: 9, asOf, behindMs: 50, halted: null, edition: 1 };

let nowMs = 100_000;
const newBoard = () => new PulseBoard(() => nowMs);

test('a value is as old as its partition was behind, and what has passed since', () => {
  const board = newBoard();
  board.take(pulse);
  nowMs += 1_000;
  expect(board.of('main')).toEqual({ asOf, ageMs: 1_050, fault: null });
  nowMs += 8_949;
  expect(board.of('main')).toMatchObject({ ageMs: 9_999, fault: null });
  nowMs += 1;
  expect(board.of('main')).toEqual({ asOf, ageMs: 10_000, fault: 'silent' });
});

test('a pulse of a ledger that is behind is a fault although it comes each second', () => {
  const board = newBoard();
  board.take({ ...pulse, behindMs: 12_000 });
  expect(board.of('main')).toMatchObject({ ageMs: 12_000, fault: 'silent' });
});

test('nothing is known before the first pulse', () => {
  expect(newBoard().of('main')).toEqual({ asOf: null, ageMs: null, fault: 'silent' });
});

test('a halt is a fault at once and keeps the time of before, until the partition goes on', () => {
  const board = newBoard();
  expect(board.take(pulse)).toBe(false);
  nowMs += 1_000;
  expect(board.take({ ...pulse, asOf: null, behindMs: null, halted: 'log-gap' })).toBe(true);
  expect(board.of('main')).toEqual({ asOf, ageMs: 1_050, fault: 'halted' });
  nowMs += 1_000;
  expect(board.take({ ...pulse, halted: 'log-gap' })).toBe(false);
  nowMs += 1_000;
  expect(board.take(pulse)).toBe(true);
  expect(board.of('main')).toMatchObject({ fault: null });
});

test('a pulse that was read from Redis does not replace a newer one', () => {
  const board = newBoard();
  board.take(pulse);
  board.take({ ...pulse, halted: 'log-gap' }, 1_500);
  expect(board.of('main')).toEqual({ asOf, ageMs: 50, fault: null });
});

test('each pool has the time of its own partition', () => {
  const board = newBoard();
  board.know(12);
  board.take({ ...pulse, pulse: homePartition('a', 12) });
  const other = ['b', 'c', 'd'].find((id) => homePartition(id, 12) !== homePartition('a', 12));
  expect(board.of('a').fault).toBeNull();
  expect(board.of(other as string).fault).toBe('silent');
});
