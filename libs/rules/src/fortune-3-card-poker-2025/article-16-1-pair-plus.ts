import type { ThreeCardCombination } from '../cards/three-cards.js';
import type { PlayerHand, SeatStakes } from '../fortune-3-card-poker/showdown.js';
import { type BetResult, givenUp, lost, won } from '../settlement.js';
import type { TablePolicies } from './table-policies.js';

/**
 * Article 16(1) and 13(5), Pair Plus. Despacho 89/2025, in force from 11 November 2025.
 *
 * 13(5): a pair or better wins, whatever the dealer holds.
 * 16(1): (1) straight flush 40 to one, (2) three of a kind 25, (3) straight 5, (4) flush 4, (5)
 *     pair 1.
 *
 * Article 12(4) protects only the additional bets of a folded hand; Pair Plus stands by default,
 * because 12(3) leaves the hand its cards for it (A6).
 */
export const pairPlusPrizes = {
  'straight-flush': { odds: 40n, clause: 'Art. 13(5), 16(1)(1)' },
  'three-of-a-kind': { odds: 25n, clause: 'Art. 13(5), 16(1)(2)' },
  straight: { odds: 5n, clause: 'Art. 13(5), 16(1)(3)' },
  flush: { odds: 4n, clause: 'Art. 13(5), 16(1)(4)' },
  pair: { odds: 1n, clause: 'Art. 13(5), 16(1)(5)' },
  'three-odd-cards': undefined,
} as const satisfies Record<ThreeCardCombination, { odds: bigint; clause: string } | undefined>;

export function settlePairPlus(
  { ante, raise, pairPlus }: SeatStakes,
  player: PlayerHand,
  { pairPlusOnFold }: Pick<TablePolicies, 'pairPlusOnFold'>,
  results: BetResult[],
): void {
  if (pairPlus === 0n) return;
  const folded = ante > 0n && raise === 0n;
  if (folded && pairPlusOnFold === 'forfeited') {
    results.push(givenUp('pair-plus', pairPlus, 'Art. 12(3)-(4)'));
    return;
  }
  const prize = pairPlusPrizes[player.combination];
  results.push(
    prize === undefined
      ? lost('pair-plus', pairPlus, 'Art. 13(5)')
      : won('pair-plus', pairPlus, prize.odds, prize.clause),
  );
}
