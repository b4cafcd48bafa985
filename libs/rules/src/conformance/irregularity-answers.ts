import type { FortuneRules } from '../fortune-3-card-poker/editions.js';
import {
  irregularities2008,
  ruleOnIrregularity2008,
} from '../fortune-3-card-poker-2008/article-11-irregularities.js';
import type { Policies2008 } from '../fortune-3-card-poker-2008/policies.js';
import {
  irregularities2025,
  ruleOnIrregularity2025,
} from '../fortune-3-card-poker-2025/article-17-irregularities.js';
import type { Policies2025 } from '../fortune-3-card-poker-2025/table-policies.js';

/** The questions of a vector file about irregularities; whole patacas. */
export interface IrregularityQuestion {
  event: string;
  bets: Record<string, number>;
  exposed?: Record<string, number> | undefined;
  count?: number | undefined;
  seat?: number | string | undefined;
  seats?: (number | string)[] | undefined;
}

export function answerIrregularity(
  given: IrregularityQuestion,
  rules: FortuneRules,
  policies2008: Policies2008,
): object | undefined {
  const event = eventNamed(given);
  if (rules.policies2025 === undefined) return answer2008(event, given, policies2008);
  return answer2025(event, given, rules.policies2025);
}

function answer2025(
  event: string,
  given: IrregularityQuestion,
  policies: Policies2025,
): object | undefined {
  const known = irregularities2025.find((each) => each === event);
  if (known === undefined) return undefined;
  const { exposed = {}, count = 1, bets } = given;
  const seats = deadSeats(given).map(Number);
  const report = { event: known, exposed, count, seats };
  const { round, otherBets, jackpotBet, clause } = ruleOnIrregularity2025(report, policies);
  const back = (bet: string): boolean =>
    (bet === 'jackpot' ? jackpotBet : otherBets) === 'refunded';
  const others = Object.entries(bets).filter(([bet]) => bet !== 'jackpot');
  return {
    round,
    refund: mapAmounts(bets, (bet, stake) => (back(bet) ? stake : 0)),
    jackpotCarried: jackpotBet === 'carried' ? (bets.jackpot ?? 0) : 0,
    carried: mapAmounts(Object.fromEntries(others), (_, stake) =>
      otherBets === 'carried' ? stake : 0,
    ),
    deadHands: known === 'hand-without-bet-dealt' ? deadSeats(given) : [],
    clause,
  };
}

function answer2008(
  event: string,
  given: IrregularityQuestion,
  policies: Policies2008,
): object | undefined {
  const known = irregularities2008.find((each) => each === event);
  if (known === undefined) return undefined;
  const ruling = ruleOnIrregularity2008(known, policies);
  const { round, bets, exposedCard, clause } = ruling;
  return {
    round,
    refund: mapAmounts(given.bets, (_, stake) => (bets === 'refunded' ? stake : 0)),
    deadHands: known === 'hand-without-bet-dealt' ? deadSeats(given) : [],
    exposedCard,
    clause,
  };
}

/**
 * Article 17(4)(2) and 11(3) of 2008 have no settled name in vector files: an event that is unknown by
 * name and names a seat, or says that the hand has no bet, is theirs.
 */
function eventNamed({ event, seat, seats }: IrregularityQuestion): string {
  const names: readonly string[] = [...irregularities2025, ...irregularities2008];
  if (names.includes(event)) return event;
  const namesSeat = seat !== undefined || seats !== undefined;
  const noBet = /without-bet|no-bet|unbet|non-betting|not-betting|empty|extra|vacant/.test(event);
  if (namesSeat || noBet) return 'hand-without-bet-dealt';
  if (/burn/.test(event)) return 'burn-error';
  return event;
}

function deadSeats({ seat, seats }: IrregularityQuestion): (number | string)[] {
  return seats ?? (seat === undefined ? [] : [seat]);
}

function mapAmounts(
  bets: Record<string, number>,
  amount: (bet: string, stake: number) => number,
): Record<string, number> {
  return Object.fromEntries(Object.entries(bets).map(([bet, stake]) => [bet, amount(bet, stake)]));
}
