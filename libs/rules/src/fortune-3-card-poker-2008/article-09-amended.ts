import { settleAnteAndRaise, settleAnteBonus } from '../fortune-3-card-poker/prizes.js';
import type { DealerHand, PlayerHand, SeatStakes } from '../fortune-3-card-poker/showdown.js';
import type { Refusal } from '../refusal.js';
import type { BetResult } from '../settlement.js';
import { settlePairPlus2008 } from './article-10-pair-plus.js';
import type { Policies2008 } from './policies.js';

/**
 * Article 9, playing and prizes, as amended. Despacho 97/2008, in force from 16 December 2008 to 10
 * November 2025.
 *
 * "(1) The players who decide to play against the dealer's hand must make a Raise of exactly the
 * same amount as the Ante;"
 */
export const raiseClauseAmended = 'Art. 9(1)';

const clauses = {
  /** "(2) the players who do not play lose the hand; the dealer takes the cards and the Ante;" */
  folded: 'Art. 9(2)',
  /**
   * "(4) the dealer may play against the other players only with a hand of Q or higher; (5) if his
   * hand is lower than Q, the Antes are paid one to one and the Raises returned;"
   */
  dealerBelowQueen: 'Art. 9(5)',
  /** "(6) if the dealer may play and his hand is lower, Ante and Raise are paid one to one;" */
  playerHigher: 'Art. 9(6)',
  /** "(7) if the dealer may play and his hand is higher, he takes the bets;" */
  dealerHigher: 'Art. 9(7)',
  /** B3, B4: equal hands are a draw by Article 8. */
  equal: 'Art. 8',
};

/**
 * Refuses the fold of a hand that has both bets.
 *
 * "(3) the players who bet on Pair Plus together with the Ante are obliged to make the Raise;"
 * (B10)
 */
export function refuseFold({ ante, raise, pairPlus }: SeatStakes): Refusal | undefined {
  if (ante === 0n || pairPlus === 0n || raise > 0n) return undefined;
  const detail = 'An Ante together with Pair Plus obliges the player to raise.';
  return { reason: 'must-raise', clause: 'Art. 9(3)', detail };
}

export function settleSeatAmended(
  stakes: SeatStakes,
  player: PlayerHand,
  dealer: DealerHand,
  { tieMoney }: Policies2008,
): BetResult[] {
  const { ante, raise, pairPlus } = stakes;
  const results = settleAnteAndRaise(stakes, player, dealer, tieMoney, clauses);
  // "(8) whatever the dealer's hand, the players with one of the combinations of items (1) to (3)
  // of the article before are paid an additional prize reckoned on the Ante: (1) straight flush: 5
  // to 1; (2) three of a kind: 4 to 1; (3) straight: 1 to 1;" A folded hand has none (B14).
  if (raise > 0n) results.push(...settleAnteBonus(ante, player.combination, 'Art. 9(8)'));
  // "(9) the dealer then checks the bets on Pair Plus; the players with a pair or higher win,
  // whatever the dealer's hand."
  if (pairPlus > 0n) results.push(settlePairPlus2008(pairPlus, player.combination, 'Art. 9(9)'));
  return results;
}
