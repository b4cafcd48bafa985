import { jest } from '@jest/globals';
import { Backlog } from './backlog.js';

const start = Date.parse('2026-11-21T04:00:00.000Z');
const ages = (backlog: Backlog) => [backlog.records, backlog.ageMs(Date.now())];

beforeEach(() => jest.useFakeTimers({ now: start }));
afterEach(() => jest.useRealTimers());

test('without a record that waits there is no age', () => {
  const backlog = new Backlog(5, 5);
  expect(ages(backlog)).toEqual([0, undefined]);
  backlog.seeEnd(4);
  expect(ages(backlog)).toEqual([0, undefined]);
});

test('a record that was not delivered yet ages from when the end was first seen above it', () => {
  const backlog = new Backlog(5, 5);
  backlog.seeEnd(6);
  jest.advanceTimersByTime(3_000);
  backlog.seeEnd(8);
  expect(ages(backlog)).toEqual([3, 3_000]);
});

test('a record that was delivered and waits has its own age', () => {
  const backlog = new Backlog(5, 7);
  backlog.deliver(start - 60_000);
  jest.advanceTimersByTime(2_000);
  expect(ages(backlog)).toEqual([2, 62_000]);
  // Nothing is seen of what comes after it.
  backlog.seeEnd(9);
  expect(ages(backlog)).toEqual([4, 62_000]);
});

test('while it catches up, what is next is as old as what was applied last, until it is delivered', () => {
  const backlog = new Backlog(0, 10);
  backlog.apply(4, start - 86_400_000);
  expect(ages(backlog)).toEqual([6, 86_400_000]);
  backlog.deliver(start - 80_000_000);
  expect(ages(backlog)).toEqual([6, 80_000_000]);
  backlog.apply(10, start - 70_000_000);
  expect(ages(backlog)).toEqual([0, undefined]);
});

test('opened again at the same position it is as old as before, at another one it is not', () => {
  const backlog = new Backlog(5, 6);
  backlog.deliver(start - 9_000);
  expect(ages(backlog.reopen(5, 8))).toEqual([3, 9_000]);
  expect(ages(backlog.reopen(0, 8))).toEqual([8, 0]);
  expect(ages(backlog.reopen(8, 8))).toEqual([0, undefined]);
});

test('a record from the future has no negative age', () => {
  const backlog = new Backlog(0, 1);
  backlog.deliver(start + 5_000);
  expect(ages(backlog)).toEqual([1, 0]);
});
