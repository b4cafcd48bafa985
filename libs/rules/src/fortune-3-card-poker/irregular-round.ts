import type { Amount } from '../amount.js';
import {
  ruleOnIrregularity2008,
  type Irregularity2008,
} from '../fortune-3-card-poker-2008/article-11-irregularities.js';
import type { Policies2008 } from '../fortune-3-card-poker-2008/policies.js';
import {
  type IrregularityReport,
  ruleOnIrregularity2025,
} from '../fortune-3-card-poker-2025/article-17-irregularities.js';
import type { Policies2025 } from '../fortune-3-card-poker-2025/table-policies.js';
import type { BetResult } from '../settlement.js';
import type { SeatStakes } from './showdown.js';

/**
 * The effect of an irregularity on the bets; in a round that continues there is nothing to settle.
 */
export interface IrregularRound {
  round: 'void' | 'terminated' | 'continues';
  clause: string;
  /** The hands whose cards are dead. */
  deadHands: readonly number[];
  /** The handling of an exposed card of the dealer, in the editions of 2008. */
  exposedCard: 'set-aside' | 'keep-face-up' | undefined;
  seats: { seat: number; results: BetResult[] }[];
}

interface StakedSeat {
  seat: number;
  stakes: SeatStakes;
}

export function settleIrregularity2025(
  report: IrregularityReport,
  seats: readonly StakedSeat[],
  policies: Policies2025,
): IrregularRound {
  const ruling = ruleOnIrregularity2025(report, policies);
  const { round, otherBets, jackpotBet, deadHands, clause } = ruling;
  const fateOf = (bet: string): Fate => (bet === 'jackpot' ? jackpotBet : otherBets);
  const settled = settleSeats(seats, fateOf, clause);
  return { round, clause, deadHands, exposedCard: undefined, seats: settled };
}

export function settleIrregularity2008(
  event: Irregularity2008,
  seats: readonly StakedSeat[],
  policies: Policies2008,
  dealtWithoutBet: readonly number[] = [],
): IrregularRound {
  const ruling = ruleOnIrregularity2008(event, policies, dealtWithoutBet);
  const { round, bets, deadHands, exposedCard, clause } = ruling;
  return { round, clause, deadHands, exposedCard, seats: settleSeats(seats, () => bets, clause) };
}

/** The names of bets in results, if they differ from those of the stakes. */
export const betNames: Readonly<Record<string, string>> = {
  pairPlus: 'pair-plus',
  sixCard: 'six-card-bonus',
};

type Fate = 'stand' | 'stands' | 'refunded' | 'carried';

function settleSeats(
  seats: readonly StakedSeat[],
  fateOf: (bet: string) => Fate,
  clause: string,
): IrregularRound['seats'] {
  return seats.map(({ seat, stakes }) => {
    const results = Object.entries(stakes).flatMap(([bet, stake]) =>
      afterIrregularity(bet, stake, fateOf(bet), clause),
    );
    return { seat, results };
  });
}

function afterIrregularity(bet: string, stake: Amount, fate: Fate, clause: string): BetResult[] {
  if (stake === 0n || fate === 'stand' || fate === 'stands') return [];
  const name = betNames[bet] ?? bet;
  const isBack = fate === 'refunded';
  const outcome = isBack ? 'void' : 'carried';
  const returned = isBack ? stake : 0n;
  return [{ bet: name, outcome, stake, prize: 0n, returned, clause }];
}
