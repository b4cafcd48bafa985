import type { ThreeCardCombination, ThreeCardOrder } from '../cards/three-cards.js';
import type { Policies2008 } from './policies.js';

/**
 * Article 8, the hands. Despacho 78/2008, in force from 12 August 2008 to 10 November 2025.
 *
 * "The combinations fall in this order: (1) straight flush: three cards of one suit in sequence;
 * K-Q-J is the highest combination and 3-2-A the lowest. If dealer and player both have one, the
 * hand with the highest card wins; if the highest cards are equal it is a draw;" (B1: Article 4(2)
 * has A-K-Q as the highest sequence, so K-Q-J is taken as a slip.)
 *
 * "(2) three of a kind: three cards of one value. The hand with the highest card wins;
 *
 * "(3) straight: three cards of different suits in sequence. [As (1);]" (B2: 3-2-A is the lowest
 * here too.)
 *
 * "(4) flush: three cards of one suit without sequence. The hand with the highest card wins, if
 * equal the one with the second highest, and so on; if all cards are equal it is a draw;
 *
 * "(5) pair: two cards of one value and one of another, the kicker. The higher pair wins, if equal
 * the higher kicker; if all cards are equal it is a draw;
 *
 * "(6) three odd cards: three cards that form none of these. The hand with the highest card wins,
 * if equal the one with the second highest, and so on." (B4: equal odd cards are a draw.)
 */
export const hands2008 = [
  'straight-flush',
  'three-of-a-kind',
  'straight',
  'flush',
  'pair',
  'three-odd-cards',
] as const satisfies readonly ThreeCardCombination[];

export function order2008({ sequenceTieBreak, suitedAKQ }: Policies2008): ThreeCardOrder {
  const tieBreak = sequenceTieBreak === 'lowest' ? 'sequence-table' : 'highest-face-card';
  return { combinations: hands2008, sequenceTieBreak: tieBreak, suitedAKQ };
}
