import type { Amount } from '../amount.js';
import type { ThreeCardCombination } from '../cards/three-cards.js';
import { settlePairPlus } from '../fortune-3-card-poker/prizes.js';
import type { BetResult } from '../settlement.js';

/**
 * Article 10, the prizes of Pair Plus. Despacho 78/2008, in force from 12 August 2008 to 10
 * November 2025.
 *
 * "The winning bets on Pair Plus are paid as follows: (1) straight flush: 40 to 1; (2) three of a
 * kind: 25 to 1; (3) straight: 5 to 1; (4) flush: 4 to 1; (5) pair: 1 to 1."
 *
 * @param clause the paragraph of Article 9 that settles the bet in this edition
 */
export function settlePairPlus2008(
  stake: Amount,
  combination: ThreeCardCombination,
  clause: 'Art. 9(1)' | 'Art. 9(9)',
): BetResult {
  return settlePairPlus(stake, combination, clause, '10');
}
