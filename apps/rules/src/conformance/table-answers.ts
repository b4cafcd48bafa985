import {
  acceptBets,
  acceptBets2008,
  baseForms,
  additionalBetNames,
  dealPlan,
  dealPlan2008,
  type FortuneRules,
  type Refusal,
  refuseRaise,
  shuffleMethods,
} from '#rules';
import { z } from 'zod';
import {
  flag,
  integer,
  listSchema,
  natural,
  object,
  oneOfSchema,
  oneOfObjects,
} from '../reading/json.js';
import { type RuleAnswer, fortuneQuestion, givenOf, refuseQuestion, stake } from './question.js';

const patacas = integer.transform(BigInt);

const offer = givenOf({
  check: z.undefined().optional(),
  offer: object({
    baseForms: listSchema(oneOfSchema(baseForms)),
    sideBets: listSchema(oneOfSchema(additionalBetNames)),
  }),
  bets: object({ ante: stake, pairPlus: stake, sixCard: stake, jackpot: stake }),
});

const checks = ['raise', 'betTime', 'limits', 'tableHands', 'handsPerPlayer'] as const;

const validate = oneOfObjects('check', checks, [
  offer,
  givenOf({ check: z.literal('raise'), ante: patacas, raise: patacas }),
  givenOf({ check: z.literal('betTime'), cardsDealt: natural }),
  givenOf({ check: z.literal('limits'), min: patacas, max: patacas, stake: patacas }),
  givenOf({ check: z.literal('tableHands'), handsIncludingDealer: integer }),
  givenOf({ check: z.literal('handsPerPlayer'), hands: natural }),
]);
type TableCheck = z.output<typeof validate>;

/** The questions of a vector file about bets and dealing at the table; whole patacas. */
export const tableQuestions = {
  validate: fortuneQuestion(validate, (given, rules): RuleAnswer => {
    if (given.check !== undefined) {
      return { answer: { ok: refusalOf(given, rules) === undefined } };
    }
    const { policies2025 } = rules;
    const { accepted, invalid } =
      policies2025 === undefined
        ? acceptBets2008(given.bets)
        : acceptBets(given.offer, given.bets, policies2025);
    return { answer: { accepted: accepted.toSorted(), invalid: invalid.toSorted() } };
  }),

  dealPlan: fortuneQuestion(
    givenOf({
      method: oneOfSchema(shuffleMethods),
      dispensesThreeOnly: flag.default(false),
      bettingSeats: listSchema(integer),
      jackpotSeats: listSchema(integer).default([]),
    }),
    ({ method, dispensesThreeOnly, bettingSeats, jackpotSeats }, { policies2025, table }) => {
      const refusal =
        table.refuseBettingSeats(bettingSeats) ?? table.refuseBettingSeats(jackpotSeats);
      if (refusal !== undefined) return refuseQuestion(refusal);
      const order =
        policies2025 === undefined
          ? dealPlan2008(method, bettingSeats)
          : dealPlan({ method, dispensesThreeOnly, bettingSeats, jackpotSeats });
      return { answer: { order } };
    },
  ),
};

function refusalOf(
  given: Exclude<TableCheck, { check?: undefined }>,
  { table }: FortuneRules,
): Refusal | undefined {
  switch (given.check) {
    case 'raise':
      return refuseRaise(given.ante, given.raise);
    case 'betTime':
      return table.refuseLateBet(given.cardsDealt);
    case 'limits':
      return table.refuseStake(given.stake, given);
    case 'tableHands':
      return table.refuseHands(given.handsIncludingDealer);
    case 'handsPerPlayer': {
      const hands = Array.from({ length: given.hands }, (_, index) => index + 1);
      return table.refuseFurtherHand(1, hands);
    }
  }
}
