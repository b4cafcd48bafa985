import { jackpotHands } from '#rules';
import { fail } from './assertion.js';
import type { Payout } from './award.js';
import type { Claim } from './claims.js';
import type { LastWin } from './state.js';

/** The message about an award for the signs, sent once (contract 8.2). */
export interface Hit {
  readonly claim: Claim;
  /** Offset of the record that made it. */
  readonly offset: number;
  readonly state: 'awarded' | 'locked' | 'verified' | 'reversed';
  /** Winners in the order of payment. */
  readonly winners: readonly Payout[];
}

/** @param seats by default all of the award. */
export function hitOf(
  claim: Claim,
  state: Hit['state'],
  offset: number,
  seats?: readonly number[],
): Hit {
  const winners = claim.payouts.filter(({ seat }) => seats?.includes(seat) ?? true);
  return { claim, offset, state, winners };
}

/** The highest hand of these seats, and the amount for its first holder in the order of payment. */
export function winOf(claim: Claim, seats: readonly number[]): LastWin {
  const own = claim.payouts.filter(({ seat }) => seats.includes(seat));
  const [highest] = own.toSorted(
    (one, other) => jackpotHands.indexOf(one.hand) - jackpotHands.indexOf(other.hand),
  );
  if (!highest) fail(`the award ${claim.id} pays nobody`);
  const { id: award, table, recordedAtMs: atMs } = claim;
  return { award, table, hand: highest.hand, amountMicros: highest.amountMicros, atMs };
}
