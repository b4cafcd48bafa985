import { type DiceBet, isOfferedTotal, type Throw } from '../fish-prawn-crab/article-05-bets.js';
import { customaryRanges, diceOdds } from '../fish-prawn-crab/article-06-prizes.js';

/** The question of a vector file about a throw; whole patacas, and the customary ranges. */
export function answerDice(given: { dice: Throw; bet: DiceBet; stake: number }): object {
  const { dice, bet, stake } = given;
  if (bet.type === 'total' && !isOfferedTotal(bet.total)) return { rejected: 'no-such-total' };
  const odds = Number(diceOdds(dice, bet, customaryRanges).odds);
  if (odds === 0) return { outcome: 'lose', odds: 0, prize: 0, returned: 0 };
  return { outcome: 'win', odds, prize: odds * stake, returned: stake };
}
