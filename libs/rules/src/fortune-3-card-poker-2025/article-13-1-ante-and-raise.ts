import { settleAnteAndRaise } from '../fortune-3-card-poker/prizes.js';
import type { DealerHand, PlayerHand, SeatStakes } from '../fortune-3-card-poker/showdown.js';
import type { BetResult } from '../settlement.js';
import type { TablePolicies } from './table-policies.js';

/** Article 13(1)-(3), Ante and Raise. Despacho 89/2025, in force from 11 November 2025. */
const clauses = {
  /** Article 12(2): without a Raise the Ante is given up. */
  folded: 'Art. 12(2)',
  /**
   * "(1) If the dealer holds cards below Q, he pays the player a prize equal to the Ante, and a
   * Raise that was made is returned;"
   *
   * "(2) if the dealer holds cards of Q or higher, the round goes on;"
   */
  dealerBelowQueen: 'Art. 13(1)',
  /**
   * "(3) if the round goes on and the dealer's hand is lower than the player's, the player wins and
   * is paid one to one on Ante and Raise;"
   */
  playerHigher: 'Art. 13(3)',
  /** "but if the dealer's hand is higher, he wins, and Ante and Raise are the dealer's;" */
  dealerHigher: 'Art. 13(3)',
  /**
   * A2, A3: equal hands are a draw by Article 7(1), and (3) takes the stakes only of lower ones.
   */
  equal: 'Art. 7(1), 13(3)',
};

export function settleAnteAndRaise2025(
  stakes: SeatStakes,
  player: PlayerHand,
  dealer: DealerHand,
  { tieMoney }: Pick<TablePolicies, 'tieMoney'>,
): BetResult[] {
  return settleAnteAndRaise(stakes, player, dealer, tieMoney, clauses);
}
