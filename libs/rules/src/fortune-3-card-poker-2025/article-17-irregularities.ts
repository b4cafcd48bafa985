import { jackpotBetAfterVoid } from './article-17-3-carried-bets.js';
import type { TablePolicies } from './table-policies.js';

/**
 * Article 17, irregularities. Despacho 89/2025, in force from 11 November 2025.
 *
 * (1) The round is void and the bets may be taken back where (1) Article 11(1)-(3) is broken, (2)
 *     one or more cards of the dealer are exposed while dealing, (3) several cards of a player are.
 * (2) If the shuffler fails while dealing, the round is ended at once and the cards are shuffled
 *     anew; if it fails again, another shuffler or a shoe is used, or no new round is played.
 * (3) In the cases of (1)(1) and (2) the jackpot bets stay for the very next round.
 * (4) The round goes on where (1) one card of a player is exposed while dealing, or (2) cards are
 *     dealt to a hand without a bet.
 * (5) The cards of (4)(2) are dead.
 *
 * What the article does not list does not void a round: a community card exposed early (A22), a
 * wrong card burned (A25). (4)(2) is the special rule where an extra hand also breaks Article 11
 * (A27).
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

export type Irregularity2025 = (typeof irregularities2025)[number];

export interface IrregularityReport {
  event: Irregularity2025;
  /** How many cards of each hand were exposed, for `player-cards-exposed`. */
  exposed?: Readonly<Record<string, number>>;
  /** How many cards of the dealer were exposed; 1 if it is not said. */
  count?: number;
  /** The hands without a bet that were dealt to. */
  seats?: readonly number[];
}

export interface IrregularityRuling {
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
    case 'deal-order-or-count-error':
    case 'community-deal-error':
      return voided(jackpotBetAfterVoid('dealing-procedure'), 'Art. 17(1)(1), 17(3)');
    case 'dealer-card-exposed':
      if (report.count === 0) return goesOn('Art. 17(1)(2)');
      return voided(jackpotBetAfterVoid('dealer-card-exposed'), 'Art. 17(1)(2)');
    case 'player-cards-exposed':
      if (!severalExposed(report, policies)) return goesOn('Art. 17(4)(1)');
      return voided(jackpotBetAfterVoid('player-cards-exposed'), 'Art. 17(1)(3)');
    case 'shuffler-failure': {
      const otherBets = policies.shufflerFailureOtherBets === 'refund' ? 'refunded' : 'carried';
      const jackpotBet = jackpotBetAfterVoid('shuffler-fault');
      const clause = 'Art. 17(2)-(3)';
      return { round: 'terminated', otherBets, jackpotBet, deadHands: [], clause };
    }
    case 'dealt-to-non-betting-hand':
      return { ...goesOn('Art. 17(4)(2), 17(5)'), deadHands: report.seats ?? [] };
    case 'community-card-exposed':
      if (policies.communityExposure === 'continue') return goesOn('Art. 17 (silent)');
      return voided('refunded', 'Art. 17 (silent)');
    case 'burn-error':
      return goesOn('Art. 11(4), 17 (silent)');
  }
}

/** (1)(3) and (4)(1): two cards of one hand, or by the other reading of the whole table. */
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
