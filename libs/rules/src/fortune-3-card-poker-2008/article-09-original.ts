import type { ThreeCardCombination } from '../cards/three-cards.js';
import { settleAnteAndRaise } from '../fortune-3-card-poker/prizes.js';
import type { DealerHand, PlayerHand, SeatStakes } from '../fortune-3-card-poker/showdown.js';
import type { BetResult } from '../settlement.js';
import { settlePairPlus2008 } from './article-10-pair-plus.js';
import type { Policies2008 } from './policies.js';

/**
 * Article 9, playing and prizes, as first published. Despacho 78/2008, in force from 12 August to
 * 15 December 2008.
 *
 * "(4) The players who decide to play against the dealer's hand must make a Raise of exactly the
 * same amount as the Ante;"
 */
export const raiseClauseOriginal = 'Art. 9(4)';

const clauses = {
  /** "(3) the players who do not play lose the hand; the dealer takes the cards and the bets;" */
  folded: 'Art. 9(3)',
  /**
   * "(5) the dealer may play against the other players only with a hand of Q or higher; (6) if his
   * hand is lower than Q, the Antes are paid one to one and the Raises returned;" nothing else is
   * paid, even to a straight flush (B8).
   */
  dealerBelowQueen: 'Art. 9(6)',
  /** "(7) if the dealer may play and his cards are higher, he takes the bets of these players;" */
  dealerHigher: 'Art. 9(7)',
  /** B3, B4: equal hands are a draw by Article 8. */
  equal: 'Art. 8',
};

/**
 * "(8) If the dealer may play and his hand is lower, the winning bets of these players are paid by
 * this table: (1) straight flush: 5 to 1; (2) three of a kind: 4 to 1; (3) straight: 1 to 1; (4)
 * others: 1 to 1."
 *
 * The table takes the place of one to one; there is no bonus beside it. B5 asks if the Raise is a
 * winning bet in this sense.
 */
const winTable = {
  'straight-flush': { odds: 5n, clause: 'Art. 9(8)(1)' },
  'three-of-a-kind': { odds: 4n, clause: 'Art. 9(8)(2)' },
  straight: { odds: 1n, clause: 'Art. 9(8)(3)' },
  flush: { odds: 1n, clause: 'Art. 9(8)(4)' },
  pair: { odds: 1n, clause: 'Art. 9(8)(4)' },
  'three-odd-cards': { odds: 1n, clause: 'Art. 9(8)(4)' },
} as const satisfies Record<ThreeCardCombination, { odds: bigint; clause: string }>;

export function settleSeatOriginal(
  stakes: SeatStakes,
  player: PlayerHand,
  dealer: DealerHand,
  { original2008WinTable, tieMoney }: Policies2008,
): BetResult[] {
  const { pairPlus } = stakes;
  const { combination } = player;
  // "(1) After opening each player's hand the dealer checks the bets on Pair Plus; a hand of three
  // odd cards loses it; (2) when their result is known, the players decide whether they play
  // against the dealer's hand;" so Pair Plus keeps its prize when the hand is folded (B6).
  const results = pairPlus > 0n ? [settlePairPlus2008(pairPlus, combination, 'Art. 9(1)')] : [];
  const { odds, clause } = winTable[combination];
  const winOdds = { ante: odds, raise: original2008WinTable === 'ante-only' ? 1n : odds };
  const paid = { ...clauses, playerHigher: clause };
  return [...results, ...settleAnteAndRaise(stakes, player, dealer, tieMoney, paid, winOdds)];
}
