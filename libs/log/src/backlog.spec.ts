import { jest } from '@jest/globals';
import { Backlog } from './backlog.js';

const start = Date.parse('2026-11-21T04:00:00.000Z');
const ages = (backlog: Backlog) => [backlog.records, backlog.ageMs()];

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
  // The later records have not been seen yet.
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

test('a time before that of an earlier record counts as that one', () => {
  const backlog = new Backlog(0, 10);
  backlog.apply(4, start - 3_600_000, start - 20_000);
  // The new leader's clock lags by an hour.
  expect(ages(backlog)).toEqual([6, 20_000]);
  backlog.deliver(start - 3_599_000);
  expect(ages(backlog)).toEqual([6, 20_000]);
  const opened = new Backlog(4, 10, start - 20_000);
  opened.deliver(start - 3_599_000);
  expect(ages(opened)).toEqual([6, 20_000]);
  expect(ages(opened.reopen(4, 10))).toEqual([6, 20_000]);
});

test('one record from the future does not hide the age of those after it', () => {
  const backlog = new Backlog(0, 2);
  backlog.apply(1, start + 86_400_000);
  jest.advanceTimersByTime(3_000);
  backlog.deliver(start);
  expect(ages(backlog)).toEqual([1, 3_000]);
});

test('a record from the future has no negative age', () => {
  const backlog = new Backlog(0, 1);
  backlog.deliver(start + 5_000);
  expect(ages(backlog)).toEqual([1, 0]);
});

describe('every record that was written before a moment is applied', () => {
  const behind = (backlog: Backlog) => backlog.behindMs();

  test('that moment is when the brokers were asked for the end, not when their answer was read', () => {
    const backlog = new Backlog(5, 5);
    expect(behind(backlog)).toBeUndefined();
    const askedAtMs = performance.now();
    // A frozen process reads the answer late; meanwhile the log has continued.
    jest.advanceTimersByTime(20_000);
    backlog.seeEnd(5, askedAtMs);
    expect(behind(backlog)).toBe(20_000);
    backlog.seeEnd(5, performance.now());
    expect(behind(backlog)).toBe(0);
  });

  test('what waits and was not delivered leaves it unknown, or as it was', () => {
    const backlog = new Backlog(5, 9);
    backlog.seeEnd(9, performance.now());
    expect(behind(backlog)).toBeUndefined();
    const quiet = new Backlog(9, 9);
    quiet.seeEnd(9, performance.now());
    jest.advanceTimersByTime(4_000);
    quiet.seeEnd(10, performance.now());
    expect(behind(quiet)).toBe(4_000);
  });

  test('while it catches up it is the time of the record that is next, then of the end', () => {
    const backlog = new Backlog(0, 10);
    backlog.deliver(start - 60_000);
    expect(behind(backlog)).toBe(60_000);
    backlog.apply(4, start - 50_000);
    expect(behind(backlog)).toBe(50_000);
    backlog.seeEnd(10, performance.now() - 10);
    expect(behind(backlog)).toBe(50_000);
    backlog.apply(10, start - 30_000);
    expect(behind(backlog)).toBe(10);
  });

  test('it never goes back, also when it is opened again or a record has an old time', () => {
    const backlog = new Backlog(0, 2);
    backlog.apply(1, start - 1_000);
    backlog.apply(2, start - 90_000);
    expect(behind(backlog)).toBe(1_000);
    expect(behind(backlog.reopen(0, 2))).toBe(1_000);
  });
});

describe.each([
  ['back', -3_600_000],
  ['forward', 3_600_000],
])('a clock that is set %s by an hour', (_, movedMs) => {
  const setClock = () => jest.setSystemTime(Date.now() + movedMs);

  test('does not change the age of what waits, also when it is opened and delivered again', () => {
    let backlog = new Backlog(5, 7);
    backlog.deliver(start - 60_000);
    jest.advanceTimersByTime(2_000);
    setClock();
    expect([backlog.ageMs(), backlog.behindMs()]).toEqual([62_000, 62_000]);
    for (let each = 0; each < 3; each += 1) {
      backlog = backlog.reopen(5, 8);
      backlog.deliver(start - 60_000);
      jest.advanceTimersByTime(1_000);
    }
    expect([backlog.ageMs(), backlog.behindMs()]).toEqual([65_000, 65_000]);
  });

  test('leaves nothing complete once the brokers have not answered', () => {
    const backlog = new Backlog(5, 5);
    backlog.seeEnd(5, performance.now());
    setClock();
    expect(backlog.behindMs()).toBe(0);
    jest.advanceTimersByTime(30_000);
    expect(backlog.behindMs()).toBe(30_000);
    backlog.seeEnd(5, performance.now());
    expect(backlog.behindMs()).toBe(0);
  });
});

test('what is delivered or applied after a clock was set back is as old as its first sighting', () => {
  const backlog = new Backlog(5, 5);
  backlog.seeEnd(5, performance.now());
  jest.setSystemTime(start - 3_600_000);
  backlog.seeEnd(100);
  jest.advanceTimersByTime(10_000);
  backlog.seeEnd(200);
  backlog.deliver(start);
  expect([backlog.ageMs(), backlog.behindMs()]).toEqual([10_000, 10_000]);
  backlog.apply(50, start);
  jest.advanceTimersByTime(5_000);
  expect([backlog.ageMs(), backlog.behindMs()]).toEqual([15_000, 15_000]);
  // The records up to 100 were there before those up to 200.
  backlog.apply(100, start);
  expect([backlog.ageMs(), backlog.behindMs()]).toEqual([5_000, 5_000]);
  backlog.apply(200, start);
  expect(backlog.ageMs()).toBeUndefined();
});
