import type { Amount } from '../amount.js';
import { bestPlace, fiveCardCombination, type FiveCardCombination } from '../cards/five-cards.js';
import type { Triple } from '../fortune-3-card-poker/showdown.js';
import { type BetResult, lostBet, won } from '../settlement.js';
import { isSixCardHand, type SixCardHand } from './article-07-2-six-card-hands.js';

/**
 * Article 14, 13(6) and 16(2), the Six Card Bonus. Despacho 89/2025, in force from 11 November
 * 2025.
 *
 * 16(2) "The concessionaire pays a player who has bet on the Six Card Bonus and holds these
 * combinations: (1) royal flush: 500 to 1; (2) straight flush: 100 to 1; (3) four of a kind: 50 to
 * 1; (4) full house: 20 to 1; (5) flush: 15 to 1; (6) straight: 10 to 1; (7) three of a kind: 7 to
 * 1."
 */
export const sixCardPrizes = {
  'royal-flush': { odds: 500n, clause: 'Art. 14, 16(2)(1)' },
  'straight-flush': { odds: 100n, clause: 'Art. 14, 16(2)(2)' },
  'four-of-a-kind': { odds: 50n, clause: 'Art. 14, 16(2)(3)' },
  'full-house': { odds: 20n, clause: 'Art. 14, 16(2)(4)' },
  flush: { odds: 15n, clause: 'Art. 14, 16(2)(5)' },
  straight: { odds: 10n, clause: 'Art. 14, 16(2)(6)' },
  'three-of-a-kind': { odds: 7n, clause: 'Art. 14, 16(2)(7)' },
} as const satisfies Record<SixCardHand, { odds: bigint; clause: string }>;

/**
 * 13(6) "Of the bets on the Six Card Bonus, the player with three of a kind or a higher combination
 * wins, whatever the dealer's hand." By Article 12(4) a folded or lost hand keeps this bet.
 */
export function settleSixCardBonus(stake: Amount, player: Triple, dealer: Triple): BetResult {
  const combination = bestFiveOfSix(player, dealer);
  if (!isSixCardHand(combination)) return lostBet('six-card-bonus', stake, 'Art. 13(6)');
  const { odds, clause } = sixCardPrizes[combination];
  return won('six-card-bonus', stake, odds, clause);
}

/**
 * 14 "Of his own three cards and the three dealt to the player, the dealer puts five together to a
 * combination of Article 7(2), and pays the player by the odds of the highest combination that five
 * of these cards can form." Nothing asks that a card of the player's take part.
 */
export function bestFiveOfSix(player: Triple, dealer: Triple): FiveCardCombination {
  const [a, b, c] = player;
  const [d, e, f] = dealer;
  return fiveCardCombination(bestPlace(a, b, c, d, e, f));
}
