import type { FortuneRules } from '../fortune-3-card-poker/editions.js';
import {
  type IrregularRound,
  settleIrregularity2008,
  settleIrregularity2025,
} from '../fortune-3-card-poker/irregular-round.js';
import { refuseSeats } from '../fortune-3-card-poker/refusals.js';
import type { SeatStakes } from '../fortune-3-card-poker/showdown.js';
import { irregularities2008 } from '../fortune-3-card-poker-2008/article-11-irregularities.js';
import type { Policies2008 } from '../fortune-3-card-poker-2008/policies.js';
import { irregularities2025 } from '../fortune-3-card-poker-2025/article-17-irregularities.js';
import { counted, exposedCards } from './exposed-cards.js';
import { faultOf } from './fault.js';
import { handsNamed, irregularityNamed } from './irregular-event.js';

/** The questions of a vector file about irregularities; whole patacas. */
export interface IrregularityQuestion {
  event: string;
  bets: Partial<Record<keyof SeatStakes, number | undefined>>;
}

type Fields = Readonly<Record<string, unknown>>;

export function answerIrregularity(
  given: IrregularityQuestion,
  rules: FortuneRules,
  policies2008: Policies2008,
  fields: Fields,
  faults: string[],
): object | undefined {
  const irregular = settleEvent(given, rules, policies2008, fields, faults);
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
    deadHands: deadHands.length > 0 ? handsNamed(fields) : [],
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
  rules: FortuneRules,
  policies2008: Policies2008,
  fields: Fields,
  faults: string[],
): IrregularRound | undefined {
  const { policies2025 } = rules;
  const known = policies2025 === undefined ? irregularities2008 : irregularities2025;
  const event = known.find((each) => each === irregularityNamed(given.event, fields));
  if (event === undefined) {
    faults.push(`There is no event "${given.event}"; the events are ${known.join(', ')}.`);
    return undefined;
  }
  const hands = event === 'hand-without-bet-dealt' ? handsNamed(fields).map(Number) : [];
  const exposed = exposedAt(event, given, rules, fields, faults);
  const seats = [...hands, ...Object.keys(exposed).map(Number)];
  faults.push(...refuseSeats([...new Set(seats)], rules).map(faultOf));
  const isOfDealer = event === 'dealer-card-exposed' && typeof fields.count === 'number';
  const count = isOfDealer ? counted(fields.count, faults) : 1;
  if (faults.length > 0) return undefined;
  const staked = [{ seat: 1, stakes: stakesOf(given.bets) }];
  if (policies2025 !== undefined) {
    const report = { event, exposed, count, seats: hands };
    return settleIrregularity2025(report, staked, policies2025);
  }
  const event2008 = irregularities2008.find((each) => each === event)!;
  return settleIrregularity2008(event2008, staked, policies2008, hands);
}

/** Article 11(2) of 2008 goes on whatever the number of exposed cards, and does not ask for it. */
function exposedAt(
  event: string,
  given: IrregularityQuestion,
  { policies2025 }: FortuneRules,
  fields: Fields,
  faults: string[],
): Record<string, number> {
  if (event !== 'player-cards-exposed' || policies2025 === undefined) return {};
  return exposedCards(given.event, fields, faults);
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
