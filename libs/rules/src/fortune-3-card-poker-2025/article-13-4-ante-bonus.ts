import type { ThreeCardCombination } from '../cards/three-cards.js';
import type { PlayerHand, SeatStakes } from '../fortune-3-card-poker/showdown.js';
import type { BetResult } from '../settlement.js';
import type { TablePolicies } from './table-policies.js';

/**
 * Article 13(4), the bonus on the Ante. Despacho 89/2025, in force from 11 November 2025; the same
 * words as Article 9(8) of despacho 97/2008.
 *
 * Whether the round goes on or not, a straight flush is paid five to one, three of a kind four to
 * one and a straight one to one, reckoned on the Ante. It is a prize without a stake of its own.
 *
 * A lost or drawn hand has it too (A5). "Whether the round goes on" is read of the dealer's queen,
 * so a folded hand has none by default (A4).
 */
export const anteBonuses = {
  'straight-flush': { odds: 5n, clause: 'Art. 13(4)(1)' },
  'three-of-a-kind': { odds: 4n, clause: 'Art. 13(4)(2)' },
  straight: { odds: 1n, clause: 'Art. 13(4)(3)' },
  flush: undefined,
  pair: undefined,
  'three-odd-cards': undefined,
} as const satisfies Record<ThreeCardCombination, { odds: bigint; clause: string } | undefined>;

export function settleAnteBonus(
  { ante, raise }: SeatStakes,
  player: PlayerHand,
  { anteBonusOnFold }: Pick<TablePolicies, 'anteBonusOnFold'>,
  results: BetResult[],
): void {
  const bonus = anteBonuses[player.combination];
  if (bonus === undefined || ante === 0n) return;
  if (raise === 0n && anteBonusOnFold === 'not-paid') return;
  const { clause } = bonus;
  const prize = ante * bonus.odds;
  results.push({ bet: 'ante-bonus', outcome: 'won', stake: 0n, prize, returned: 0n, clause });
}
