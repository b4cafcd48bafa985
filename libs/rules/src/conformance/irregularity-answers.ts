import type { FortuneRules } from '../fortune-3-card-poker/editions.js';
import {
  type IrregularRound,
  settleIrregularity2008,
  settleIrregularity2025,
} from '../fortune-3-card-poker/irregular-round.js';
import type { SeatStakes } from '../fortune-3-card-poker/showdown.js';
import { irregularities2008 } from '../fortune-3-card-poker-2008/article-11-irregularities.js';
import type { Policies2008 } from '../fortune-3-card-poker-2008/policies.js';
import { irregularities2025 } from '../fortune-3-card-poker-2025/article-17-irregularities.js';

/** The questions of a vector file about irregularities; whole patacas. */
export interface IrregularityQuestion {
  event: string;
  bets: Partial<Record<keyof SeatStakes, number | undefined>>;
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
  const irregular = settleEvent(given, rules, policies2008);
  if (irregular === undefined) return undefined;
  const { round, clause, exposedCard, deadHands } = irregular;
  const { results } = irregular.seats[0]!;
  const sumOf = (bet: string, outcome: 'void' | 'carried'): number =>
    Number(results.find((line) => line.bet === bet && line.outcome === outcome)?.stake ?? 0);
  const bets = Object.entries(given.bets).filter(([, stake]) => stake !== undefined);
  const refunds = bets.map(([bet]) => [bet, sumOf(resultNames[bet] ?? bet, 'void')]);
  const carried = bets.map(([bet]) => [bet, sumOf(resultNames[bet] ?? bet, 'carried')]);
  return {
    round,
    refund: Object.fromEntries(refunds),
    jackpotCarried: sumOf('jackpot', 'carried'),
    carried: Object.fromEntries(carried),
    // A hand is answered as the file writes it, by number or by text.
    deadHands: deadHands.length > 0 ? deadSeats(given) : [],
    exposedCard,
    clause,
  };
}

const resultNames: Readonly<Record<string, string>> = {
  pairPlus: 'pair-plus',
  sixCard: 'six-card-bonus',
};

function settleEvent(
  given: IrregularityQuestion,
  { policies2025 }: FortuneRules,
  policies2008: Policies2008,
): IrregularRound | undefined {
  const name = eventNamed(given);
  const seats = [{ seat: 1, stakes: stakesOf(given.bets) }];
  const dead = deadSeats(given).map(Number);
  if (policies2025 === undefined) {
    const event = irregularities2008.find((each) => each === name);
    return event && settleIrregularity2008(event, seats, policies2008, dead);
  }
  const event = irregularities2025.find((each) => each === name);
  if (event === undefined) return undefined;
  const { exposed = {}, count = 1 } = given;
  return settleIrregularity2025({ event, exposed, count, seats: dead }, seats, policies2025);
}

function stakesOf(bets: IrregularityQuestion['bets']): SeatStakes {
  const { ante = 0, raise = 0, pairPlus = 0, sixCard = 0, jackpot = 0 } = bets;
  return {
    ante: BigInt(ante),
    raise: BigInt(raise),
    pairPlus: BigInt(pairPlus),
    sixCard: BigInt(sixCard),
    jackpot: BigInt(jackpot),
  };
}

/**
 * Article 17(4)(2) and 11(3) of 2008 have no settled name in vector files: an event that is unknown
 * by name and names a seat, or says that the hand has no bet, is theirs.
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
