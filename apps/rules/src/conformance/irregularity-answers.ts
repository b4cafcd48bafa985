import {
  betNames,
  type FortuneRules,
  irregularities2008,
  type IrregularRound,
  refuseSeats,
  settleIrregularity2008,
  settleIrregularity2025,
} from '#rules';
import { z } from 'zod';
import { integer, natural, object, oneOfObjects, record, within } from '../reading/json.js';
import { type RuleAnswer, fortuneQuestion, givenOf, refuseQuestion } from './question.js';

const stake = natural.transform(BigInt).optional();
const bets = object({ ante: stake, raise: stake, pairPlus: stake, sixCard: stake, jackpot: stake });

/** Events without fields of their own. */
const plainEvents = [
  'community-card-exposed',
  'community-deal-error',
  'deal-order-or-count-error',
  'shuffler-failure',
] as const;

const ofOneHand = within(0, 3);

const irregularity = oneOfObjects(
  'event',
  [...plainEvents, 'dealer-card-exposed', 'dealt-to-non-betting-hand', 'player-cards-exposed'],
  [
    givenOf({ event: z.enum(plainEvents), bets }),
    givenOf({ event: z.literal('dealer-card-exposed'), bets, count: ofOneHand.default(1) }),
    givenOf({ event: z.literal('dealt-to-non-betting-hand'), bets, seat: integer }),
    givenOf({ event: z.literal('player-cards-exposed'), bets, exposed: record(ofOneHand) }),
  ],
);
type Irregularity = z.output<typeof irregularity>;

/** The question of a vector file about an irregularity; whole patacas. */
export const irregularityQuestions = {
  irregularity: fortuneQuestion(irregularity, (given, rules): RuleAnswer => {
    const [refusal] = refuseSeats(seatsIn(given), rules);
    if (refusal !== undefined) return refuseQuestion(refusal);
    const round = settleEvent(given, rules);
    if (round === undefined) {
      const events = irregularities2008.join(', ');
      return { errors: [`The editions of 2008 have no ${given.event}; they have ${events}.`] };
    }
    const { results } = round.seats[0]!;
    const sumOf = (bet: string, outcome: 'void' | 'carried'): number =>
      Number(results.find((line) => line.bet === bet && line.outcome === outcome)?.stake ?? 0);
    const refund = Object.keys(given.bets).map((bet) => [bet, sumOf(betNames[bet] ?? bet, 'void')]);
    return {
      answer: {
        round: round.round,
        refund: Object.fromEntries(refund),
        jackpotCarried: sumOf('jackpot', 'carried'),
        deadHands: round.deadHands,
        exposedCard: round.exposedCard,
      },
    };
  }),
};

function seatsIn(given: Irregularity): number[] {
  if ('seat' in given) return [given.seat];
  return 'exposed' in given ? Object.keys(given.exposed).map(Number) : [];
}

function settleEvent(
  given: Irregularity,
  { policies2025, policies2008 }: FortuneRules,
): IrregularRound | undefined {
  const { ante = 0n, raise = 0n, pairPlus = 0n, sixCard = 0n, jackpot = 0n } = given.bets;
  const seats = [{ seat: 1, stakes: { ante, raise, pairPlus, sixCard, jackpot } }];
  const withoutBet = 'seat' in given ? [given.seat] : [];
  if (policies2025 !== undefined) {
    const report = { ...given, seats: withoutBet };
    return settleIrregularity2025(report, seats, policies2025);
  }
  const event = irregularities2008.find((each) => each === given.event);
  return event && settleIrregularity2008(event, seats, policies2008!, withoutBet);
}
