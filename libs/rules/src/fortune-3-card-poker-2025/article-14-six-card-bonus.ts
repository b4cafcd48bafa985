import { bestPlace, fiveCardCombination, type FiveCardCombination } from '../cards/five-cards.js';
import type { Triple } from '../fortune-3-card-poker/showdown.js';
import { type BetResult, lost, won } from '../settlement.js';
import { isSixCardHand, type SixCardHand } from './article-07-2-six-card-hands.js';

/**
 * Article 14, 13(6) and 16(2), the Six Card Bonus. Despacho 89/2025, in force from 11 November
 * 2025.
 *
 * 14: of the dealer's three cards and the player's three, five are put together to the highest hand
 *     of Article 7(2); nothing asks that a card of the player's take part.
 * 13(6): three of a kind or better wins, whatever the dealer holds.
 * 16(2): (1) royal flush 500 to one, (2) straight flush 100, (3) four of a kind 50, (4) full house
 *     20, (5) flush 15, (6) straight 10, (7) three of a kind 7.
 *
 * By Article 12(4) a folded or lost hand keeps this bet.
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

export function settleSixCardBonus(
  stake: bigint,
  player: Triple,
  dealer: Triple,
  results: BetResult[],
): void {
  const combination = bestFiveOfSix(player, dealer);
  if (!isSixCardHand(combination)) {
    results.push(lost('six-card-bonus', stake, 'Art. 13(6)'));
    return;
  }
  const { odds, clause } = sixCardPrizes[combination];
  results.push(won('six-card-bonus', stake, odds, clause));
}

/** The highest of the six hands that leave one card out. */
export function bestFiveOfSix(player: Triple, dealer: Triple): FiveCardCombination {
  const [a, b, c] = player;
  const [d, e, f] = dealer;
  return fiveCardCombination(bestPlace(a, b, c, d, e, f));
}
