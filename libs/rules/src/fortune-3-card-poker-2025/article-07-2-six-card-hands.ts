import type { FiveCardCombination } from '../cards/five-cards.js';

/**
 * Article 7(2), the hands of the Six Card Bonus. Despacho 89/2025, in force from 11 November 2025;
 * 94/2025 left items (1) to (5) alone and is taken to have left all of them.
 *
 * From high to low: (1) royal flush, (2) straight flush, (3) four of a kind, whatever the fifth
 * card, (4) full house, (5) flush, (6) straight, (7) three of a kind without a pair beside it. Two
 * pairs or less are no hand.
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
