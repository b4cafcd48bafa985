import type { Amount } from '../amount.js';
import type { DealerHand, PlayerHand, SeatStakes } from '../fortune-3-card-poker/showdown.js';
import { type BetResult, invalid } from '../settlement.js';
import { type BaseBet, hasBaseBet } from './article-04-bet-forms.js';
import { settleAnteAndRaise2025 } from './article-13-1-ante-and-raise.js';
import { settleAnteBonus2025 } from './article-13-4-ante-bonus.js';
import { settleSixCardBonus } from './article-14-six-card-bonus.js';
import { settlePairPlus2025 } from './article-16-1-pair-plus.js';
import type { Policies2025 } from './table-policies.js';

/**
 * Article 13, the result of a hand. Despacho 89/2025, in force from 11 November 2025.
 *
 * "The result of a round is determined as follows:" the items in their order, which the Portuguese
 * text fixes by "next", "next" and "at the end". Item (7) needs the whole table, because Article 15
 * pays its hands in turn, and stands with Article 15.
 */
export function settleSeat2025(
  stakes: SeatStakes,
  player: PlayerHand,
  dealer: DealerHand,
  policies: Policies2025,
): BetResult[] {
  return [
    ...settleAnteAndRaise2025(stakes, player, dealer, policies),
    ...settleAnteBonus2025(stakes, player, policies),
    ...settlePairPlus2025(stakes, player, policies),
    ...sixCardBonus(stakes, player, dealer, policies),
  ];
}

function sixCardBonus(
  stakes: SeatStakes,
  player: PlayerHand,
  dealer: DealerHand,
  policies: Policies2025,
): BetResult[] {
  const { sixCard } = stakes;
  if (sixCard === 0n) return [];
  if (!carriesAdditionalBets(stakes, policies)) {
    return [invalidAdditionalBet('six-card-bonus', sixCard, policies)];
  }
  return [settleSixCardBonus(sixCard, player.cards, dealer.cards)];
}

/** Whether the seat has the base bet that Article 4(2)-(3) asks for. */
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
  stake: Amount,
  { invalidSideBet }: Pick<Policies2025, 'invalidSideBet'>,
): BetResult {
  return invalid(bet, stake, invalidSideBet === 'refund' ? stake : 0n, 'Art. 4(3)');
}
