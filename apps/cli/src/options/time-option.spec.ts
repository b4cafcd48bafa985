import { commonZone } from '#acts';
import {
  dayOption,
  houseDaysOption,
  deadlineOption,
  intervalIn,
  readTime,
  timeOption,
} from './time-option.js';

const inZone = (typed: string, zone?: string) => {
  const ms = readTime(typed)?.inZone(zone);
  return ms === undefined ? undefined : new Date(ms).toISOString();
};

test.each([
  ['2026-11-25', 'Asia/Macau', '2026-11-24T16:00:00.000Z'],
  ['2026-11-25 12:30', 'Asia/Macau', '2026-11-25T04:30:00.000Z'],
  ['2026-11-25T12:30:05', 'Asia/Macau', '2026-11-25T04:30:05.000Z'],
  ['2026-11-25', 'UTC', '2026-11-25T00:00:00.000Z'],
  ['2026-11-25', 'Atlantis/Centre', '2026-11-25T00:00:00.000Z'],
  // Summer begins there on this day at 2 o'clock.
  ['2026-03-08 12:00', 'America/New_York', '2026-03-08T16:00:00.000Z'],
  ['2026-11-25T12:30:05+08:00', undefined, '2026-11-25T04:30:05.000Z'],
])('%s in %s is %s', (typed, zone, iso) => expect(inZone(typed, zone)).toBe(iso));

test('a time of the house is refused where the jackpots have several zones', () => {
  expect(() => inZone('2026-11-25')).toThrow('2026-11-25 has no zone');
  const of = (...zones: string[]) => commonZone(zones.map((zone) => ({ configuration: { zone } })));
  expect([of('UTC', 'UTC'), of('UTC', 'Asia/Macau'), of()]).toEqual(['UTC', undefined, 'UTC']);
});

test('an interval in which nothing can lie is refused, not empty', () => {
  const between = (from: string, to: string) =>
    intervalIn('UTC', { from: readTime(from), to: readTime(to) });
  expect(() => between('2026-11-25', '2026-11-25')).toThrow(
    '--to 2026-11-25 is not after --from 2026-11-25',
  );
  expect(() => between('2026-11-26', '2026-11-25')).toThrow('nothing lies between');
  const [from, to] = between('2026-11-25', '2026-11-26');
  expect(to - from).toBe(86_400_000);
  expect(intervalIn(undefined, {})).toEqual([-Infinity, Infinity]);
});

test.each([
  ['30m', 30],
  ['8h', 480],
  ['2d', 2_880],
])('%s is so long ago, and as a deadline so long from now', (typed, minutes) => {
  const [before, ago, ahead, after] = [
    Date.now(),
    readTime(typed)?.inZone(undefined) ?? 0,
    deadlineOption('--expires')(typed),
    Date.now(),
  ];
  const ms = minutes * 60_000;
  expect(ago).toBeGreaterThanOrEqual(before - ms);
  expect(ahead).toBeLessThanOrEqual(after + ms);
  expect(ahead - ago).toBeGreaterThanOrEqual(2 * ms);
});

test.each(['noon', '2026-02-30', '2026-11-25 24:00', '2026-11-25 12:60', '30', '-30m', '30s', ''])(
  '%s is refused with what is taken',
  (typed) => {
    expect(() => timeOption('--from')(typed)).toThrow(`--from ${typed} is not a time such as`);
    expect(() => deadlineOption('--expires')(typed)).toThrow(`--expires ${typed} is not a time`);
  },
);

test.each(['2026-11-31', '30 November', '2026-11-30T00:00:00Z', ''])('"%s" is no day', (typed) => {
  expect(() => dayOption('--on')(typed)).toThrow(`--on ${typed} is not a day such as 2026-11-30.`);
  expect(dayOption('--on')('2026-11-30')).toBe('2026-11-30');
});

test('days are the first and the last, both included', () => {
  const days = (typed: string) => houseDaysOption('--day')(typed)('Asia/Macau');
  expect(days('2026-11-30')).toEqual({ from: '2026-11-30', to: '2026-11-30' });
  expect(days('2026-11-01..2026-11-30')).toEqual({ from: '2026-11-01', to: '2026-11-30' });
  expect(days('2026-11-01..today').from).toBe('2026-11-01');
  for (const typed of [
    ...['2026-11-30..2026-11-01', '2025-11-01..2026-11-30', '2026-11-01..2026-11-02..2026-11-03'],
  ]) {
    expect(() => days(typed)).toThrow(`--day ${typed} must be one day, or the first and the last`);
  }
  expect(() => days('2026-11-01..')).toThrow('--day  is not a day');
});
