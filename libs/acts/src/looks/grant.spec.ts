import type { SignedBefore } from '../signed-since.js';
import type { Claim } from '#pools';
import { elsewhereLooks, leftOutLooks, type GrantData } from './grant.js';

const grant = (round: string, seat: number, table = 'T1') =>
  ({
    ...{ table, round, cause: 'missed-win', reason: 'tape 77' },
    payouts: [{ seat, hand: 'flush', amount: 100, fromPool: 0 }],
  }) as GrantData;

const before = (subject: string, data: GrantData): SignedBefore<GrantData> => {
  return { offset: 7, recordedAtMs: 0, subject, data, isProposed: false };
};

test.each<[string, string, GrantData, number]>([
  ['another round', 'main', grant('1', 2), 1],
  ['another jackpot of the table', 'mini', grant('2', 2), 1],
  ['the same round, which the award itself says', 'main', grant('2', 2), 0],
  ['another seat', 'main', grant('1', 3), 0],
  ['another table', 'main', grant('1', 2, 'T2'), 0],
])('a win that was granted within a day is asked about: %s', (_, subject, data, count) => {
  const looks = elsewhereLooks([before(subject, data)], 'main', grant('2', 2), 'UTC');
  expect(looks).toHaveLength(count);
  for (const look of looks)
    expect(look).toMatch(/^seat 2 of table T1 was granted a flush in round/);
});

test('who loses a right win with a reversal is named, and who is alone is not', () => {
  const payout = (seat: number) => ({ seat, hand: 'full-house', amountMicros: 2_000_000_000n });
  const claim = (...seats: number[]) =>
    ({ id: 'main/T1/1/5', payouts: seats.map(payout) }) as unknown as Claim;
  expect(leftOutLooks(claim(1, 2), grant('1', 1), 'MOP')).toEqual([
    expect.stringMatching(/^seat 2 of main\/T1\/1\/5, full-house, MOP 2,000.00, gets nothing/),
  ]);
  expect(leftOutLooks(claim(3), grant('1', 1), 'MOP')).toEqual([]);
});
