import type { Amount } from '../amount.js';
import { settleAnteAndRaise, settleAnteBonus } from '../fortune-3-card-poker/prizes.js';
import type { DealerHand, PlayerHand, SeatStakes } from '../fortune-3-card-poker/showdown.js';
import { type BetResult, invalidBet } from '../settlement.js';
import { type BaseBet, baseBets, hasBaseBet } from './article-04-bet-forms.js';
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
    ...settleAnteAndRaise(stakes, player, dealer, policies.tieMoney, clauses),
    ...anteBonus(stakes, player, policies),
    ...settlePairPlus2025(stakes, player, policies),
    ...sixCardBonus(stakes, player, dealer, policies),
  ];
}

/** (1)-(3), Ante and Raise. */
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
   * A2, A3: equal hands are a draw by Article 7(1), and (3) takes only the stakes of lower ones.
   */
  equal: 'Art. 7(1), 13(3)',
};

/**
 * "(4) whether or not the round goes on, a player with a straight flush, three of a kind or a
 * straight is paid an additional prize reckoned on the Ante: (1) straight flush: 5 to 1; (2) three
 * of a kind: 4 to 1; (3) straight: 1 to 1;"
 *
 * A lost or drawn hand has it too (A5). "Whether or not the round goes on" is read of the dealer's
 * queen, so a folded hand has none by default (A4).
 */
function anteBonus(
  { ante, raise }: SeatStakes,
  { combination }: PlayerHand,
  { anteBonusOnFold }: Policies2025,
): BetResult[] {
  if (raise === 0n && anteBonusOnFold === 'not-paid') return [];
  return settleAnteBonus(ante, combination, 'Art. 13(4)');
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

/** Tells whether the seat has the base bet that Article 4(2)-(3) requires. */
export function carriesAdditionalBets(
  { ante, pairPlus }: SeatStakes,
  policies: Pick<Policies2025, 'sideBetBase'>,
): boolean {
  if (ante > 0n) return hasBaseBet(pairPlus > 0n ? baseBets : anteAlone, policies);
  return pairPlus > 0n && hasBaseBet(pairPlusAlone, policies);
}

const anteAlone: readonly BaseBet[] = ['ante'];
const pairPlusAlone: readonly BaseBet[] = ['pair-plus'];

/** Article 4(3): the bet was never valid, so by default its stake is returned (A9). */
export function invalidAdditionalBet(
  bet: string,
  stake: Amount,
  { invalidSideBet }: Pick<Policies2025, 'invalidSideBet'>,
): BetResult {
  return invalidBet(bet, stake, invalidSideBet === 'refund' ? stake : 0n, 'Art. 4(3)');
}
