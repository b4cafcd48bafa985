import { isSameThing } from './same-thing.js';

const adjust = (amount: number, reason: string, account = 'pool') =>
  ({ type: 'pool.adjusted', data: { amount, account, reason } }) as const;
const grant = (round: string, seat: number, amount = 5) =>
  ({
    type: 'award.granted',
    data: { table: 'T1', round, payouts: [{ seat, amount }], cause: 'ruling', reason: 'tape' },
  }) as const;
const verify = (seats: number[], note?: string) =>
  ({
    type: 'award.verified',
    data: { award: 'main/T1/1/5', seats, evidence: { deck: 'counted', note } },
  }) as const;

test('two acts are the same thing whatever people say of it', () => {
  expect(isSameThing(adjust(100, 'ticket 7'), adjust(100, 'Ticket 7.'))).toBe(true);
  const missed = { ...grant('1', 3).data, cause: 'missed-win', reason: 'camera' };
  expect(isSameThing(grant('1', 3), { type: 'award.granted', data: missed })).toBe(true);
  expect(isSameThing(verify([1, 3]), verify([1, 3], 'n'))).toBe(true);
});

test('another amount, account, round or seat is another thing', () => {
  expect(isSameThing(adjust(100, 'x'), adjust(-100, 'x'))).toBe(false);
  expect(isSameThing(adjust(100, 'x'), adjust(100, 'x', 'reserve'))).toBe(false);
  expect(isSameThing(grant('1', 3), grant('2', 3))).toBe(false);
  expect(isSameThing(grant('1', 3), grant('1', 4))).toBe(false);
  expect(isSameThing(grant('1', 3), grant('1', 3, 6))).toBe(false);
  expect(isSameThing(verify([1]), verify([3]))).toBe(false);
  expect(isSameThing(verify([1]), adjust(1, 'x'))).toBe(false);
});
