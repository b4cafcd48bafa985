import { houseDay } from '../house-time.js';
import { closingLooks } from './closing.js';

const morning = Date.parse('2026-11-30T22:05:00Z'); // 06:05 of December 1 in Macau
const jackpot = {
  configuration: { zone: 'Asia/Macau', currency: 'MOP' },
  accounts: { pool: 5_000_000n, reserve: 700_000n, held: 300_000n },
  inForce: { minorUnitMicros: 10_000n },
} as never;
const looks = (day: string, funds = 600) => closingLooks(jackpot, { day, funds }, morning);

test('today and yesterday are by the house’s clock', () => {
  expect([0, 1, 2].map((ago) => houseDay('Asia/Macau', ago, morning))).toEqual([
    ...['2026-12-01', '2026-11-30', '2026-11-29'],
  ]);
  expect(houseDay('UTC', 0, morning)).toBe('2026-11-30');
});

test('the day that has ended last is closed without a word', () => {
  expect(looks('2026-11-30')).toEqual([]);
});

test('funds far below what players are owed are pointed out', () => {
  expect(looks('2026-11-30', 300)).toEqual([]);
  expect(looks('2026-11-30', 299)).toEqual([
    '--funds MOP 2.99 is less than half of pool, reserve and waiting wins, MOP 6.00: is a digit missing?',
  ]);
});

test('funds of five times what players are owed are pointed out', () => {
  expect(looks('2026-11-30', 2_999)).toEqual([]);
  expect(looks('2026-11-30', 3_000)).toEqual([
    '--funds MOP 30.00 is at least five times as much as pool, reserve and waiting wins, MOP 6.00: is a digit too many?',
  ]);
});

test('a day that has not ended, and one of long ago, are pointed out', () => {
  expect(looks('2026-12-01')).toEqual([
    '2026-12-01 has not ended: it is 2026-12-01 06:05:00 GMT+8. Everything after this belongs to the next day',
  ]);
  expect(looks('2026-11-27')).toEqual([
    '2026-11-27 ended 4 days ago: everything since then becomes part of it',
  ]);
});
