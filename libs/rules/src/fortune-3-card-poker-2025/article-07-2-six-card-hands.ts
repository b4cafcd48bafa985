import type { FiveCardCombination } from '../cards/five-cards.js';

/**
 * Article 7(2), the hands of the Six Card Bonus. Despacho 89/2025, in force from 11 November 2025;
 * 94/2025 left items (1) to (5) alone and is taken to have left all of them.
 *
 * (2) "The combinations for the Six Card Bonus fall in this order: (1) royal flush: the five
 * highest cards of one suit in sequence; (2) straight flush: any other five cards of one suit in
 * sequence; (3) four of a kind: four cards of one value; the remaining card never counts; (4) full
 * house: three cards of one value and two of another; (5) flush: five cards of one suit, not in
 * sequence; (6) straight: five cards in sequence but of different suits; (7) three of a kind: three
 * cards of one value and two that form no pair."
 */
export const sixCardHands = [
  'royal-flush',
  'straight-flush',
  'four-of-a-kind',
  'full-house',
  'flush',
  'straight',
  'three-of-a-kind',
] as const satisfies readonly FiveCardCombination[];

export type SixCardHand = (typeof sixCardHands)[number];

export function isSixCardHand(combination: FiveCardCombination): combination is SixCardHand {
  return (sixCardHands as readonly string[]).includes(combination);
}
