import { type BaseBet, hasBaseBet } from './article-04-bet-forms.js';
import type { JackpotPolicies } from './jackpot-policies.js';
import type { TablePolicies } from './table-policies.js';

/**
 * Article 17, irregularities. Despacho 89/2025, in force from 11 November 2025.
 *
 * An event that the article does not list does not void a round: a community card exposed early
 * (A22), a wrong card burned (A25). (4)(2) is the special rule if an extra hand also breaks Article
 * 11 (A27).
 */
export const irregularities2025 = [
  'deal-order-or-count-error',
  'community-deal-error',
  'dealer-card-exposed',
  'player-cards-exposed',
  'shuffler-failure',
  'dealt-to-non-betting-hand',
  'community-card-exposed',
  'burn-error',
] as const;

type Irregularity2025 = (typeof irregularities2025)[number];

export interface IrregularityReport {
  event: Irregularity2025;
  /** Number of exposed cards of each hand, for `player-cards-exposed`. */
  exposed?: Readonly<Record<string, number>>;
  /** Number of exposed cards of the dealer; by default 1. */
  count?: number;
  /** The hands without a bet that received cards. */
  seats?: readonly number[];
}

interface IrregularityRuling {
  round: 'void' | 'terminated' | 'continues';
  /** Ante, Raise, Pair Plus and Six Card Bonus. */
  otherBets: 'stand' | 'refunded' | 'carried';
  jackpotBet: 'stands' | 'refunded' | 'carried';
  deadHands: readonly number[];
  clause: string;
}

export function ruleOnIrregularity2025(
  report: IrregularityReport,
  policies: Pick<
    TablePolicies,
    'playerExposure' | 'communityExposure' | 'shufflerFailureOtherBets'
  >,
): IrregularityRuling {
  switch (report.event) {
    // (1) "In any of these cases the round is void and the players may take back their bets: (1)
    // breach of Article 11(1) to (3);"
    case 'deal-order-or-count-error':
    case 'community-deal-error':
      return voided(jackpotBetAfterVoid('dealing-procedure'), 'Art. 17(1)(1), 17(3)');
    // "(2) one or more cards dealt to the dealer are exposed by mistake while dealing;"
    case 'dealer-card-exposed':
      if (report.count === 0) return goesOn('Art. 17(1)(2)');
      return voided(jackpotBetAfterVoid('dealer-card-exposed'), 'Art. 17(1)(2)');
    // "(3) several cards dealt to a player are exposed by mistake while dealing."
    case 'player-cards-exposed':
      if (!severalExposed(report, policies)) return goesOn('Art. 17(4)(1)');
      return voided(jackpotBetAfterVoid('player-cards-exposed'), 'Art. 17(1)(3)');
    // (2) "If the shuffler fails while dealing, the dealer at once ends the round and shuffles
    // anew; if the failure continues, he takes another shuffler or the shoe; otherwise no new round
    // is played."
    case 'shuffler-failure': {
      const otherBets = policies.shufflerFailureOtherBets === 'refund' ? 'refunded' : 'carried';
      const jackpotBet = jackpotBetAfterVoid('shuffler-fault');
      const clause = 'Art. 17(2)-(3)';
      return { round: 'terminated', otherBets, jackpotBet, deadHands: [], clause };
    }
    // (4) "The round goes on even if: (2) the dealer by mistake deals cards to a hand that has not
    // bet." (5) "The cards so dealt are void."
    case 'dealt-to-non-betting-hand':
      return { ...goesOn('Art. 17(4)(2), 17(5)'), deadHands: report.seats ?? [] };
    // The article does not list this.
    case 'community-card-exposed':
      if (policies.communityExposure === 'continue') return goesOn('Art. 17 (silent)');
      return voided('refunded', 'Art. 17 (silent)');
    case 'burn-error':
      return goesOn('Art. 11(4), 17 (silent)');
  }
}

/**
 * (4) "The round goes on even if: (1) one card that a player is dealt is exposed by mistake while
 * dealing;" A21 asks whether cards are counted by hand or over the whole table.
 */
function severalExposed(
  { exposed }: IrregularityReport,
  { playerExposure }: Pick<TablePolicies, 'playerExposure'>,
): boolean {
  const counts = Object.values(exposed ?? {});
  switch (playerExposure) {
    case 'per-hand':
      return counts.some((count) => count > 1);
    case 'table-total':
      return counts.reduce((sum, count) => sum + count, 0) > 1;
  }
}

function voided(jackpotBet: 'refunded' | 'carried', clause: string): IrregularityRuling {
  return { round: 'void', otherBets: 'refunded', jackpotBet, deadHands: [], clause };
}

function goesOn(clause: string): IrregularityRuling {
  return { round: 'continues', otherBets: 'stand', jackpotBet: 'stands', deadHands: [], clause };
}

/**
 * (3) "In the cases of item (1) of paragraph 1 and of paragraph 2, the players' bets on the
 * Progressive Jackpot are kept for the immediately following round." In the other void rounds they
 * are taken back like all bets.
 */
export const voidReasons = [
  'dealing-procedure',
  'shuffler-fault',
  'dealer-card-exposed',
  'player-cards-exposed',
  'other',
] as const;

export type VoidReason = (typeof voidReasons)[number];

const jackpotBets = {
  'dealing-procedure': 'carried',
  'shuffler-fault': 'carried',
  'dealer-card-exposed': 'refunded',
  'player-cards-exposed': 'refunded',
  other: 'refunded',
} as const satisfies Record<VoidReason, 'carried' | 'refunded'>;

export function jackpotBetAfterVoid(reason: VoidReason): 'carried' | 'refunded' {
  return jackpotBets[reason];
}

/**
 * A carried bet is the seat's bet in the next round, without a second stake. Without a base bet
 * there it is invalid by Article 4(3), and A24 asks what then happens to it.
 */
export function carryToNextRound(
  nextBaseBets: readonly BaseBet[],
  policies: JackpotPolicies,
): 'in-play' | 'refund' | 'hold' | 'forfeit' {
  return hasBaseBet(nextBaseBets, policies) ? 'in-play' : policies.carriedJackpotWithoutBase;
}
