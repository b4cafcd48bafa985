import type { ThreeCardCombination, ThreeCardOrder } from '../cards/three-cards.js';
import type { Policies2008 } from './policies.js';

/**
 * Article 8, the hands. Despacho 78/2008, in force from 12 August 2008 to 10 November 2025.
 *
 * From high to low: (1) straight flush, K-Q-J being the highest and 3-2-A the lowest; (2) three of
 * a kind; (3) straight; (4) flush; (5) pair; (6) three odd cards. Between two of a kind the highest
 * card decides, or the next; the higher three; the higher pair and then the kicker; equal is a
 * draw.
 *
 * Article 4(2) has A-K-Q as the highest sequence, so (1) is taken as a slip (B1), and 3-2-A as the
 * lowest of the straights too (B2). (6) does not say what equal odd cards are: a draw (B4).
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
