import { settlePairPlus } from '../fortune-3-card-poker/prizes.js';
import type { PlayerHand, SeatStakes } from '../fortune-3-card-poker/showdown.js';
import { type BetResult, givenUp } from '../settlement.js';
import type { TablePolicies } from './table-policies.js';

/**
 * Article 16(1) and 13(5), Pair Plus. Despacho 89/2025, in force from 11 November 2025.
 *
 * 13(5) "Of the bets on Pair Plus, the player with a pair or a higher combination wins, whatever
 * the dealer's hand."
 *
 * 16(1) "The concessionaire pays a player who has bet on Pair Plus and holds these combinations:
 * (1) straight flush: 40 to 1; (2) three of a kind: 25 to 1; (3) straight: 5 to 1; (4) flush: 4 to
 * 1; (5) pair: 1 to 1."
 *
 * Article 12(4) protects only the additional bets of a folded hand; Pair Plus stands by default,
 * because 12(3) leaves the hand its cards for it (A6).
 */
export function settlePairPlus2025(
  { ante, raise, pairPlus }: SeatStakes,
  { combination }: PlayerHand,
  { pairPlusOnFold }: Pick<TablePolicies, 'pairPlusOnFold'>,
): BetResult[] {
  if (pairPlus === 0n) return [];
  const folded = ante > 0n && raise === 0n;
  if (folded && pairPlusOnFold === 'forfeited') {
    return [givenUp('pair-plus', pairPlus, 'Art. 12(3)-(4)')];
  }
  return [settlePairPlus(pairPlus, combination, 'Art. 13(5)', '16(1)')];
}
