import type { RoundSeen } from '#proof';
import { grantDoubts } from './grant-doubts.js';

const granted = (amount: number, fromPool = 0) => ({
  payouts: [{ seat: 3, hand: 'flush' as const, amount, fromPool }],
  cause: 'missed-win' as const,
});

/** A round in which only the flush of seat 3 is claimed, for 2.50. */
const seen = (is: 'open' | 'settled' | 'voided' | 'abandoned', seats: number[]): RoundSeen => {
  const prize = { fixed: 2_500_000n, shareBasisPoints: 0 };
  const terms = {
    name: 0,
    payoutUnitMicros: 10_000n,
    policies: { jackpotStakeOnWin: 'kept', jackpotPayOrder: 'straight-flushes-first' },
    prizes: { flush: prize },
  };
  const paying = {
    ...{ id: 'main', terms, former: new Map(), accounts: { pool: 1_000_000_000n } },
    inForce: { minorUnitMicros: 10_000n, seedMicros: 0n },
  };
  const round = { id: '1', terms: 0, bets: [] };
  return { is, offset: 3, seats, wins: [], cards: {}, paying, round } as unknown as RoundSeen;
};

test.each<[string, RoundSeen, number, string[]]>([
  ['a prize of a round that is over', seen('settled', [3]), 250, []],
  ['another amount', seen('settled', [3]), 9_999_900, ['other-amount']],
  ['a seat without a bet', seen('settled', [4]), 250, ['no-bet']],
  ['a round that is open', seen('open', [3]), 250, ['open-round']],
  ['a round that ended without a result', seen('abandoned', [3]), 250, []],
  ['a void round', seen('voided', [4]), 251, ['voided-round', 'no-bet', 'other-amount']],
  ['a round that the log does not have', { is: 'unknown', since: 0 }, 250, ['unknown-round']],
])('a grant of %s has these doubts', (_, round, amount, doubts) => {
  expect(grantDoubts(granted(amount), round).map(({ is }) => is)).toEqual(doubts);
});

test('a prize that the pool gives, a seat that has won, and a seat that would have less are doubted', () => {
  expect(grantDoubts(granted(250, 250), seen('settled', [3]))).toEqual([
    { is: 'other-pool', seat: 3, fromPool: 0 },
  ]);
  const won = { ...seen('settled', [3]), wins: [{ seat: 3, hand: 'flush' }] } as RoundSeen;
  expect(grantDoubts(granted(250), won)).toEqual([{ is: 'won-already', seat: 3, hand: 'flush' }]);
});

test('a grant is doubted as long as another seat has the win', () => {
  const won = { ...seen('settled', [3, 5]), wins: [{ seat: 5, hand: 'flush' }] } as RoundSeen;
  const wrongSeat = { ...granted(250), cause: 'wrong-seat' as const };
  const stands = [{ is: 'other-stands', seat: 5, hand: 'flush' }];
  expect(grantDoubts(wrongSeat, won)).toEqual(stands);
  expect(grantDoubts(granted(250), won)).toEqual(stands);
  expect(grantDoubts(wrongSeat, seen('settled', [3, 5]))).toEqual([]);
});

test('cards of the log that show something else are doubted', () => {
  const cards = {
    hands: [{ seat: 3, cards: ['Tc', 'Ac', '6s'] }],
    community: ['Kd', 'Td'],
  } as const;
  expect(grantDoubts(granted(250), { ...seen('settled', [3]), cards } as RoundSeen)).toEqual([
    { is: 'other-cards', seat: 3, cards: ['Tc', 'Ac', '6s'], combination: 'pair' },
  ]);
});
