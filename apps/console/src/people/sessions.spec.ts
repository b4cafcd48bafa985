import { jest } from '@jest/globals';
import { Sessions } from './sessions.js';

const person = { kid: 'm-silva', x: 'x' };
const minuteMs = 60_000;

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

const later = (ms: number): void => void jest.advanceTimersByTime(ms);

it('locks a page at which nobody does anything for 15 minutes', () => {
  const sessions = new Sessions();
  const id = sessions.begin(person);
  later(14 * minuteMs);
  expect(sessions.find(id)).toMatchObject(person);
  later(14 * minuteMs);
  expect(sessions.find(id)).toMatchObject(person);
  later(15 * minuteMs + 1);
  expect(sessions.find(id)).toBeUndefined();
});

it('is not kept open by a page that reads by itself', () => {
  const sessions = new Sessions();
  const id = sessions.begin(person);
  later(14 * minuteMs);
  expect(sessions.find(id, false)).toMatchObject(person);
  later(2 * minuteMs);
  expect(sessions.find(id, false)).toBeUndefined();
});

it('ends by signing out, and of one person at most eight are open', () => {
  const sessions = new Sessions();
  const ids = Array.from({ length: 10 }, () => sessions.begin(person));
  const other = sessions.begin({ kid: 'l-ho', x: 'x' });
  expect(ids.map((id) => sessions.find(id) !== undefined)).toEqual([
    ...[false, false],
    ...Array.from({ length: 8 }, () => true),
  ]);
  expect(sessions.find(other)).toBeDefined();
  sessions.end(ids.at(-1));
  expect(sessions.find(ids.at(-1))).toBeUndefined();
});

it('takes each challenge of its own once, within two minutes', () => {
  const sessions = new Sessions();
  const [one, other] = [sessions.challenge(), sessions.challenge()];
  expect(sessions.use(one)).toBe(true);
  expect(sessions.use(one)).toBe(false);
  expect(sessions.use('a.b.c')).toBe(false);
  expect(sessions.use(new Sessions().challenge())).toBe(false);
  const [madeAt = '', ...rest] = other.split('.');
  const later36 = (parseInt(madeAt, 36) + minuteMs).toString(36);
  expect(sessions.use([later36, ...rest].join('.'))).toBe(false);
  later(2 * minuteMs);
  expect(sessions.use(other)).toBe(false);
});

it('ends after twelve hours, however much is done at it', () => {
  const sessions = new Sessions();
  const id = sessions.begin(person);
  for (let at = 0; at < 12 * 60; at += 10) {
    expect(sessions.find(id)).toMatchObject(person);
    later(10 * minuteMs);
  }
  later(1);
  expect(sessions.find(id)).toBeUndefined();
});

it.each([-3_600_000, 3_600_000])(
  'a clock that is set by %i ms ends nothing and extends nothing',
  (movedMs) => {
    const sessions = new Sessions();
    const id = sessions.begin(person);
    const [one, other] = [sessions.challenge(), sessions.challenge()];
    jest.setSystemTime(Date.now() + movedMs);
    expect(sessions.use(one)).toBe(true);
    expect(sessions.find(id)).toMatchObject(person);
    later(15 * minuteMs + 1);
    expect(sessions.use(other)).toBe(false);
    expect(sessions.find(id)).toBeUndefined();
  },
);
