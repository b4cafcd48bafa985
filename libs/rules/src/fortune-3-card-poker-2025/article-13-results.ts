import type { DealerHand, PlayerHand, SeatStakes } from '../fortune-3-card-poker/showdown.js';
import { type BetResult, invalid } from '../settlement.js';
import { type BaseBet, hasBaseBet } from './article-04-bet-forms.js';
import { settleAnteAndRaise } from './article-13-1-ante-and-raise.js';
import { settleAnteBonus } from './article-13-4-ante-bonus.js';
import { settleSixCardBonus } from './article-14-six-card-bonus.js';
import { settlePairPlus } from './article-16-1-pair-plus.js';
import type { Policies2025 } from './table-policies.js';

/**
 * Article 13, the result of a hand. Despacho 89/2025, in force from 11 November 2025.
 *
 * (1)-(3) Ante and Raise against the dealer; (4) the bonus on the Ante; (5) then Pair Plus; (6)
 *     then the Six Card Bonus; (7) at the end the dealer shows the community cards and the jackpot
 *     bets are judged.
 *
 * The Portuguese text fixes this order ("next", "next", "at the end"). Item (7) needs the whole
 * table, because Article 15 pays its hands in turn, and stands with Article 15.
 */
export function settleSeat2025(
  stakes: SeatStakes,
  player: PlayerHand,
  dealer: DealerHand,
  policies: Policies2025,
): BetResult[] {
  const results: BetResult[] = [];
  settleAnteAndRaise(stakes, player, dealer, policies, results);
  settleAnteBonus(stakes, player, policies, results);
  settlePairPlus(stakes, player, policies, results);
  if (stakes.sixCard === 0n) return results;
  if (carriesAdditionalBets(stakes, policies)) {
    settleSixCardBonus(stakes.sixCard, player.cards, dealer.cards, results);
  } else {
    results.push(invalidAdditionalBet('six-card-bonus', stakes.sixCard, policies));
  }
  return results;
}

/** Article 4(2)-(3). */
export function carriesAdditionalBets(
  { ante, pairPlus }: SeatStakes,
  policies: Pick<Policies2025, 'sideBetBase'>,
): boolean {
  if (ante > 0n) return hasBaseBet(pairPlus > 0n ? bothBets : anteAlone, policies);
  return pairPlus > 0n && hasBaseBet(pairPlusAlone, policies);
}

const bothBets: readonly BaseBet[] = ['ante', 'pair-plus'];
const anteAlone: readonly BaseBet[] = ['ante'];
const pairPlusAlone: readonly BaseBet[] = ['pair-plus'];

/** Article 4(3): the bet never stood, so by default its stake goes back (A9). */
export function invalidAdditionalBet(
  bet: string,
  stake: bigint,
  { invalidSideBet }: Pick<Policies2025, 'invalidSideBet'>,
): BetResult {
  return invalid(bet, stake, invalidSideBet === 'refund' ? stake : 0n, 'Art. 4(3)');
}
