import type { ThreeCardCombination } from '../cards/three-cards.js';
import type { DealerHand, PlayerHand, SeatStakes } from '../fortune-3-card-poker/showdown.js';
import { type BetResult, givenUp, lost, returned, won } from '../settlement.js';
import { settlePairPlus2008 } from './article-10-pair-plus.js';
import type { Policies2008 } from './policies.js';

/**
 * Article 9, playing and prizes, as first published. Despacho 78/2008, in force from 12 August to
 * 15 December 2008.
 *
 * (1) The hands are opened and Pair Plus is settled: three odd cards lose it.
 * (2) Only then does the player decide whether to play against the dealer.
 * (3) Who does not play loses the hand; the dealer takes cards and bets. Pair Plus is settled by
 *     then and keeps its prize (B6).
 * (4) Who plays raises by exactly the Ante.
 * (5) The dealer plays only with a queen or more.
 * (6) If the dealer's hand is less, the Ante is paid one to one and the Raise returned; nothing
 *     else is paid, even to a straight flush (B8).
 * (7) If the dealer plays and is higher, he takes the bets.
 * (8) If he is lower, the winning bets are paid (1) straight flush five to one, (2) three of a kind
 *     four to one, (3) straight one to one, (4) others one to one. The table takes the place of one
 *     to one; there is no bonus beside it. B5 asks if the Raise is a winning bet in this sense.
 */
export const winTable = {
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
  policies: Policies2008,
): BetResult[] {
  const results: BetResult[] = [];
  if (stakes.pairPlus > 0n) {
    results.push(settlePairPlus2008(stakes.pairPlus, player.combination, '9(1)'));
  }
  if (stakes.ante > 0n) settleAnte(stakes, player, dealer, policies, results);
  return results;
}

function settleAnte(
  { ante, raise }: SeatStakes,
  player: PlayerHand,
  dealer: DealerHand,
  { original2008WinTable, tieMoney }: Policies2008,
  results: BetResult[],
): void {
  if (raise === 0n) {
    results.push(givenUp('ante', ante, 'Art. 9(3)'));
  } else if (!dealer.qualifies) {
    results.push(won('ante', ante, 1n, 'Art. 9(6)'), returned('raise', raise, 'Art. 9(6)'));
  } else if (player.place < dealer.place) {
    const { odds, clause } = winTable[player.combination];
    const raiseOdds = original2008WinTable === 'ante-only' ? 1n : odds;
    results.push(won('ante', ante, odds, clause), won('raise', raise, raiseOdds, clause));
  } else if (player.place === dealer.place && tieMoney === 'push') {
    results.push(returned('ante', ante, 'Art. 8'), returned('raise', raise, 'Art. 8'));
  } else {
    results.push(lost('ante', ante, 'Art. 9(7)'), lost('raise', raise, 'Art. 9(7)'));
  }
}
