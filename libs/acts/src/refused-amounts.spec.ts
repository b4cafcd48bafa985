import type { CommandType } from '#contract';
import { refusedAmounts } from './refused-amounts.js';

/** A pool of MOP 1,030.00 and a reserve of MOP 5.00. */
const jackpot = {
  id: 'main',
  accounts: { pool: 1_030_000_000n, reserve: 5_000_000n, house: 0n, players: 0n },
  configuration: { currency: 'MOP' },
  inForce: { minorUnitMicros: 10_000n },
  claims: new Map([
    [
      'main/T1/1/8',
      { payouts: [{ seat: 1, amountMicros: 9_000_000n, stakeReturnedMicros: 500_000n }] },
    ],
  ]),
} as unknown as Parameters<typeof refusedAmounts>[1];
const of = (type: CommandType, data: object) =>
  refusedAmounts({ type, subject: 'main', data }, jackpot);

test.each([
  [
    { account: 'pool', amount: -103_001 },
    ' The pool holds MOP 1,030.00; MOP 1,030.01 were to be taken.',
  ],
  [{ account: 'reserve', amount: -501 }, ' The reserve holds MOP 5.00; MOP 5.01 were to be taken.'],
  [{ account: 'pool', amount: -103_000 }, ''],
  [{ account: 'pool', amount: 103_001 }, ''],
])('of an adjustment by %j it says in the currency%s', (data, said) => {
  expect(of('pool.adjusted', data)).toBe(said);
});

test('of a ceiling below the pool it says both in the currency, of another nothing', () => {
  expect(of('jackpot.configured', { ceiling: 102_999 })).toBe(
    ' The pool holds MOP 1,030.00; the ceiling would be MOP 1,029.99.',
  );
  expect(of('jackpot.configured', { ceiling: 103_000 })).toBe('');
  expect(of('jackpot.configured', {})).toBe('');
  expect(of('jackpot.suspended', {})).toBe('');
});

test('of a payment of another amount it says both in the currency, of the right one nothing', () => {
  const paid = { award: 'main/T1/1/8', seat: 1, amount: 900 };
  expect(of('award.paid', paid)).toBe(' Seat 1 gets MOP 9.50; MOP 9.00 were to be paid.');
  expect(of('award.paid', { ...paid, amount: 950 })).toBe('');
  expect(of('award.paid', { ...paid, award: 'main/T1/1/9' })).toBe('');
});

test('of a grant that takes more than the pool has it says both in the currency', () => {
  const payouts = [{ fromPool: 103_000 }, { fromPool: 1 }];
  expect(of('award.granted', { payouts })).toBe(
    ' The pool holds MOP 1,030.00; MOP 1,030.01 were to come from it.',
  );
  expect(of('award.granted', { payouts: payouts.slice(0, 1) })).toBe('');
});
