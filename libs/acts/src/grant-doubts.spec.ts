import type { RoundSeen } from '#proof';
import { grantDoubts } from './grant-doubts.js';

const granted = (amount: number) => ({ payouts: [{ seat: 3, hand: 'flush' as const, amount }] });

/** A round of which only the flush of seat 3 is asked, for 2.50. */
const seen = (is: 'open' | 'settled' | 'voided', seats: number[]): RoundSeen => {
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
  return { is, offset: 3, seats, wins: [], paying, round } as unknown as RoundSeen;
};

test.each<[string, RoundSeen, number, string[]]>([
  ['a prize of a round that is over', seen('settled', [3]), 250, []],
  ['another amount', seen('settled', [3]), 9_999_900, ['other-amount']],
  ['a seat without a bet', seen('settled', [4]), 250, ['no-bet']],
  ['a round that is open', seen('open', [3]), 250, ['open-round']],
  ['a void round', seen('voided', [4]), 251, ['voided-round', 'no-bet', 'other-amount']],
  ['a round that the log does not have', { is: 'unknown' }, 250, ['unknown-round']],
])('a grant of %s has these doubts', (_, round, amount, doubts) => {
  expect(grantDoubts(granted(amount), round).map(({ is }) => is)).toEqual(doubts);
});
