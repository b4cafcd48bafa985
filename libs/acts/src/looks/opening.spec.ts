import type { Jackpot } from '#pools';
import { openingLooks } from './opening.js';

const nowMs = Date.parse('2026-11-30T18:00:00Z');
const configuration = { currency: 'MOP', seed: 1_000_000, zone: 'Asia/Macau' };
const jackpot = (suspended: object | null) =>
  ({ configuration, suspended }) as unknown as Pick<Jackpot, 'configuration' | 'suspended'>;
const opening = { amount: 3_480_217, on: '2026-11-30', from: 'the old system' };
const looks = (changes: Partial<typeof opening>, suspended: object | null = {}) =>
  openingLooks(jackpot(suspended), { ...opening, ...changes }, nowMs);

test('a running amount of a usual size, read before today, is not looked at', () => {
  expect(looks({})).toEqual([]);
  expect(looks({ on: '2026-11-29' })).toEqual([]);
  // It is 1 December in Macau already.
  expect(looks({ on: '2026-12-01' })).toEqual([]);
});

test.each([
  [{ amount: 348_021_700 }, 'MOP 3,480,217.00 is 348 times the seed of MOP 10,000.00'],
  [{ on: '2026-12-02' }, '2026-12-02 is still to come: today is 2026-12-01'],
  [{ on: '2026-11-28' }, '2026-11-28 was 3 days ago: what the old system has added since'],
  [{ on: '2025-11-30' }, '2025-11-30 was 366 days ago'],
])('%j is looked at', (changes, said) => {
  expect(looks(changes)).toEqual([expect.stringContaining(said)]);
});

test('a jackpot that takes bets meanwhile is looked at', () => {
  expect(looks({}, null)).toEqual([expect.stringContaining('`suspend` the jackpot first')]);
});
