import { settleAnteBonus } from '../fortune-3-card-poker/prizes.js';
import type { PlayerHand, SeatStakes } from '../fortune-3-card-poker/showdown.js';
import type { BetResult } from '../settlement.js';
import type { TablePolicies } from './table-policies.js';

/**
 * Article 13(4), the bonus on the Ante. Despacho 89/2025, in force from 11 November 2025.
 *
 * "(4) whether or not the round goes on, a player with a straight flush, three of a kind or a
 * straight is paid an additional prize reckoned on the Ante: (1) straight flush: 5 to 1; (2) three
 * of a kind: 4 to 1; (3) straight: 1 to 1;"
 *
 * A lost or drawn hand has it too (A5). "Whether or not the round goes on" is read of the dealer's
 * queen, so a folded hand has none by default (A4).
 */
export function settleAnteBonus2025(
  { ante, raise }: SeatStakes,
  { combination }: PlayerHand,
  { anteBonusOnFold }: Pick<TablePolicies, 'anteBonusOnFold'>,
): BetResult[] {
  if (raise === 0n && anteBonusOnFold === 'not-paid') return [];
  return settleAnteBonus(ante, combination, 'Art. 13(4)');
}
