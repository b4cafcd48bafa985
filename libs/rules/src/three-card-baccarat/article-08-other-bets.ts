import type { Refusal } from '../refusal.js';
import type { BaccaratHand } from './article-05-values.js';
import type { BaccaratPolicies } from './policies.js';

/**
 * Article 8, other bets. Portaria 22/96/M of 12 February 1996.
 *
 * "These further bets may be made on the combination of the banker's cards:"
 */
export type BankerOutcome = 'wins' | 'loses' | 'draw';

/**
 * (1) "On the combination or the sum of the banker's cards: (a) odd; (b) even. If the banker's
 * cards are three figures, the bets on odd and even are a draw. In this case they may not be
 * withdrawn and await the result of the next round. New bets may be accepted." A total of zero is
 * even (C2).
 */
export function oddOrEven(bet: 'odd' | 'even', banker: BaccaratHand): BankerOutcome {
  if (banker.points === undefined) return 'draw';
  const isOdd = banker.points % 2 === 1;
  return isOdd === (bet === 'odd') ? 'wins' : 'loses';
}

/** (2) "Numbers: (a) three figures;" */
export function threeFigures(banker: BaccaratHand): BankerOutcome {
  return banker.figures === 3 ? 'wins' : 'loses';
}

/**
 * (2) "(b) a number of points, 0 to 9." Three figures are above the totals, so by default they are
 * not the total 0 (C3).
 */
export function chosenTotal(
  total: number,
  banker: BaccaratHand,
  { pointZeroOnThreeFigures }: BaccaratPolicies,
): BankerOutcome {
  if (banker.points !== undefined) return banker.points === total ? 'wins' : 'loses';
  return total === 0 ? pointZeroOnThreeFigures : 'loses';
}

/**
 * (3) "Tie: the player's combination is equal to the banker's. Bets on a tie may be placed on
 * several hands, if these already carry a bet against the banker." By anybody (C8).
 */
export function refuseTieBet(handHasMainBet: boolean): Refusal | undefined {
  if (handHasMainBet) return undefined;
  const detail = 'A tie bet is placed on a hand that already carries a bet against the banker.';
  return { reason: 'tie-without-main-bet', clause: 'Art. 8(3)', detail };
}

/** The same for a total that is the key of a stake; text that is not a number is not a total. */
export function refuseTotalNamed(total: string): Refusal | undefined {
  const number = /^(0|-?[1-9]\d*)$/.test(total) ? Number(total) : Number.NaN;
  return refuseTotal(number, total);
}

export function refuseTotal(total: number, name = String(total)): Refusal | undefined {
  if (Number.isInteger(total) && total >= 0 && total <= 9) return undefined;
  const detail = `The totals that can be bet on are 0 to 9, not ${name || '""'}.`;
  return { reason: 'no-such-total', clause: 'Art. 8(2)(b)', detail };
}
