import type { ThreeCardCombination } from '../cards/three-cards.js';
import type { DealerHand, PlayerHand, SeatStakes } from '../fortune-3-card-poker/showdown.js';
import type { Refusal } from '../refusal.js';
import { type BetResult, givenUp, lost, returned, won } from '../settlement.js';
import { settlePairPlus2008 } from './article-10-pair-plus.js';
import type { Policies2008 } from './policies.js';

/**
 * Article 9, playing and prizes, as amended. Despacho 97/2008, in force from 16 December 2008 to 10
 * November 2025.
 *
 * (1) Who plays against the dealer raises by exactly the Ante.
 * (2) Who does not play loses the hand; the dealer takes the cards and the Ante.
 * (3) Who has bet on Pair Plus together with the Ante must raise, so a fold is refused (B10).
 * (4) The dealer plays only with a queen or more.
 * (5) If the dealer's hand is less, the Ante is paid one to one and the Raise returned.
 * (6) If the dealer plays and is lower, Ante and Raise are paid one to one.
 * (7) If he is higher, he takes the bets.
 * (8) Whatever the dealer holds, (1) a straight flush, (2) three of a kind and (3) a straight have
 *     a bonus of five, four and one to one, reckoned on the Ante.
 * (9) Then Pair Plus is settled: a pair or better wins, whatever the dealer holds.
 */
export const anteBonuses2008 = {
  'straight-flush': { odds: 5n, clause: 'Art. 9(8)(1)' },
  'three-of-a-kind': { odds: 4n, clause: 'Art. 9(8)(2)' },
  straight: { odds: 1n, clause: 'Art. 9(8)(3)' },
  flush: undefined,
  pair: undefined,
  'three-odd-cards': undefined,
} as const satisfies Record<ThreeCardCombination, { odds: bigint; clause: string } | undefined>;

/** (3): refuses the fold of a hand that has both bets. */
export function refuseFold({ ante, raise, pairPlus }: SeatStakes): Refusal | undefined {
  if (ante === 0n || pairPlus === 0n || raise > 0n) return undefined;
  const detail = 'An Ante together with Pair Plus obliges the player to raise.';
  return { reason: 'must-raise', clause: 'Art. 9(3)', detail };
}

export function settleSeatAmended(
  stakes: SeatStakes,
  player: PlayerHand,
  dealer: DealerHand,
  policies: Policies2008,
): BetResult[] {
  const results: BetResult[] = [];
  if (stakes.ante > 0n) settleAnte(stakes, player, dealer, policies, results);
  if (stakes.pairPlus > 0n) {
    results.push(settlePairPlus2008(stakes.pairPlus, player.combination, '9(9)'));
  }
  return results;
}

function settleAnte(
  { ante, raise }: SeatStakes,
  player: PlayerHand,
  dealer: DealerHand,
  { tieMoney }: Policies2008,
  results: BetResult[],
): void {
  if (raise === 0n) {
    results.push(givenUp('ante', ante, 'Art. 9(2)'));
    return;
  }
  if (!dealer.qualifies) {
    results.push(won('ante', ante, 1n, 'Art. 9(5)'), returned('raise', raise, 'Art. 9(5)'));
  } else if (player.place < dealer.place) {
    results.push(won('ante', ante, 1n, 'Art. 9(6)'), won('raise', raise, 1n, 'Art. 9(6)'));
  } else if (player.place === dealer.place && tieMoney === 'push') {
    results.push(returned('ante', ante, 'Art. 8'), returned('raise', raise, 'Art. 8'));
  } else {
    results.push(lost('ante', ante, 'Art. 9(7)'), lost('raise', raise, 'Art. 9(7)'));
  }
  const bonus = anteBonuses2008[player.combination];
  if (bonus === undefined) return;
  const prize = ante * bonus.odds;
  const { clause } = bonus;
  results.push({ bet: 'ante-bonus', outcome: 'won', stake: 0n, prize, returned: 0n, clause });
}
