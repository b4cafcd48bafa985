import type { DealerHand, PlayerHand, SeatStakes } from '../fortune-3-card-poker/showdown.js';
import { type BetResult, givenUp, lost, returned, won } from '../settlement.js';
import type { TablePolicies } from './table-policies.js';

/**
 * Article 13(1)-(3), Ante and Raise. Despacho 89/2025, in force from 11 November 2025.
 *
 * (1) If the dealer holds less than a queen, the Ante is paid one to one and the Raise is returned,
 *     whatever the player holds.
 * (2) With a queen or more the round goes on.
 * (3) Then the higher hand wins: the player is paid one to one on Ante and Raise, or loses both.
 *
 * An Ante without a Raise was given up, Article 12(2). Equal hands are a draw by Article 7(1), and
 * (3) takes the stakes only if the dealer is higher, so by default they are returned (A2, A3).
 */
export function settleAnteAndRaise(
  { ante, raise }: SeatStakes,
  player: PlayerHand,
  dealer: DealerHand,
  { tieMoney }: Pick<TablePolicies, 'tieMoney'>,
  results: BetResult[],
): void {
  if (ante === 0n) return;
  if (raise === 0n) {
    results.push(givenUp('ante', ante, 'Art. 12(2)'));
  } else if (!dealer.qualifies) {
    const clause = 'Art. 13(1)';
    results.push(won('ante', ante, 1n, clause), returned('raise', raise, clause));
  } else if (player.place < dealer.place) {
    const clause = 'Art. 13(3)';
    results.push(won('ante', ante, 1n, clause), won('raise', raise, 1n, clause));
  } else if (player.place === dealer.place && tieMoney === 'push') {
    const clause = 'Art. 7(1), 13(3)';
    results.push(returned('ante', ante, clause), returned('raise', raise, clause));
  } else {
    const clause = 'Art. 13(3)';
    results.push(lost('ante', ante, clause), lost('raise', raise, clause));
  }
}
