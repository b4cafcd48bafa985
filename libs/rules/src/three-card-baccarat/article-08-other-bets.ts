import type { Refusal } from '../refusal.js';
import type { BaccaratHand } from './article-05-values.js';
import type { BaccaratPolicies } from './policies.js';

/**
 * Article 8, other bets. Portaria 22/96/M of 12 February 1996.
 *
 * (1) Odd or even, by the total of the banker's cards. Three figures of the banker are a draw: the
 *     stakes stay for the next round and cannot be withdrawn; new bets may be accepted.
 * (2) Numbers, on the banker's cards: (a) three figures, (b) one total from 0 to 9.
 * (3) Tie: the hand is equal to the banker's. It may be placed on several hands that already carry
 *     a bet.
 *
 * A total of zero is even (C2). Three figures are above the totals, so by default they are not the
 * total 0 (C3). The hand of a tie bet must carry a bet against the banker, by anybody (C8).
 */
export type BankerOutcome = 'wins' | 'loses' | 'draw';

export function oddOrEven(bet: 'odd' | 'even', banker: BaccaratHand): BankerOutcome {
  if (banker.points === undefined) return 'draw';
  const isOdd = banker.points % 2 === 1;
  return isOdd === (bet === 'odd') ? 'wins' : 'loses';
}

export function threeFigures(banker: BaccaratHand): BankerOutcome {
  return banker.figures === 3 ? 'wins' : 'loses';
}

export function chosenTotal(
  total: number,
  banker: BaccaratHand,
  { pointZeroOnThreeFigures }: BaccaratPolicies,
): BankerOutcome {
  if (banker.points !== undefined) return banker.points === total ? 'wins' : 'loses';
  return total === 0 ? pointZeroOnThreeFigures : 'loses';
}

export function refuseTieBet(handHasMainBet: boolean): Refusal | undefined {
  if (handHasMainBet) return undefined;
  const detail = 'A tie bet is placed on a hand that already carries a bet against the banker.';
  return { reason: 'tie-without-main-bet', clause: 'Art. 8(3)', detail };
}

/** The name of a total, as the key of a stake; what is no number is no total. */
export function refuseTotalNamed(total: string): Refusal | undefined {
  const number = /^(0|-?[1-9]\d*)$/.test(total) ? Number(total) : Number.NaN;
  return refuseTotal(number, total);
}

export function refuseTotal(total: number, name = String(total)): Refusal | undefined {
  if (Number.isInteger(total) && total >= 0 && total <= 9) return undefined;
  const detail = `The totals that can be bet on are 0 to 9, not ${name || '""'}.`;
  return { reason: 'no-such-total', clause: 'Art. 8(2)(b)', detail };
}
