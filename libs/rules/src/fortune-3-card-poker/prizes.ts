import type { Amount } from '../amount.js';
import type { ThreeCardCombination } from '../cards/three-cards.js';
import { type BetResult, givenUp, lostBet, returned, won } from '../settlement.js';
import type { DealerHand, PlayerHand, SeatStakes } from './showdown.js';

/** The same numbers in 2025 and in 2008 as amended, for Pair Plus in all editions. */
const pairPlusOdds = {
  'straight-flush': 40n,
  'three-of-a-kind': 25n,
  straight: 5n,
  flush: 4n,
  pair: 1n,
  'three-odd-cards': 0n,
} as const satisfies Record<ThreeCardCombination, bigint>;

const anteBonusOdds = {
  'straight-flush': 5n,
  'three-of-a-kind': 4n,
  straight: 1n,
  flush: 0n,
  pair: 0n,
  'three-odd-cards': 0n,
} as const satisfies Record<ThreeCardCombination, bigint>;

/** In every article the items of a table of prizes are numbered in the order of the odds. */
function itemOf(odds: Record<ThreeCardCombination, bigint>, hand: ThreeCardCombination): number {
  return Object.keys(odds).indexOf(hand) + 1;
}

/** @param table the paragraph with the odds, such as `16(1)` */
export function settlePairPlus(
  stake: Amount,
  hand: ThreeCardCombination,
  clause: string,
  table: string,
): BetResult {
  const odds = pairPlusOdds[hand];
  if (odds === 0n) return lostBet('pair-plus', stake, clause);
  return won('pair-plus', stake, odds, `${clause}, ${table}(${itemOf(pairPlusOdds, hand)})`);
}

/** A prize on the Ante without a stake; nothing for the lower hands. */
export function settleAnteBonus(
  ante: Amount,
  hand: ThreeCardCombination,
  table: string,
): BetResult[] {
  const odds = anteBonusOdds[hand];
  if (ante === 0n || odds === 0n) return [];
  const clause = `${table}(${itemOf(anteBonusOdds, hand)})`;
  const prize = ante * odds;
  return [{ bet: 'ante-bonus', outcome: 'won', stake: 0n, prize, returned: 0n, clause }];
}

/** The clause for each end of a hand with an Ante. */
interface ShowdownClauses {
  folded: string;
  dealerBelowQueen: string;
  playerHigher: string;
  equal: string;
  dealerHigher: string;
}

/** @param winOdds odds that a higher hand is paid on Ante and on Raise, one to one by default */
export function settleAnteAndRaise(
  { ante, raise }: SeatStakes,
  player: PlayerHand,
  dealer: DealerHand,
  tieMoney: 'push' | 'dealer-wins',
  clauses: ShowdownClauses,
  winOdds = { ante: 1n, raise: 1n },
): BetResult[] {
  if (ante === 0n) return [];
  if (raise === 0n) return [givenUp('ante', ante, clauses.folded)];
  if (!dealer.qualifies) {
    const clause = clauses.dealerBelowQueen;
    return [won('ante', ante, 1n, clause), returned('raise', raise, clause)];
  }
  if (player.place < dealer.place) {
    const clause = clauses.playerHigher;
    return [won('ante', ante, winOdds.ante, clause), won('raise', raise, winOdds.raise, clause)];
  }
  if (player.place === dealer.place && tieMoney === 'push') {
    const clause = clauses.equal;
    return [returned('ante', ante, clause), returned('raise', raise, clause)];
  }
  const clause = clauses.dealerHigher;
  return [lostBet('ante', ante, clause), lostBet('raise', raise, clause)];
}
