import {
  acceptBets,
  acceptBets2008,
  baseForms,
  additionalBetNames,
  dealPlan,
  dealPlan2008,
  type FortuneRules,
  refuseBettingSeats,
  refuseBettingSeats2008,
  type Refusal,
  refuseFurtherHand,
  refuseFurtherHand2008,
  refuseHands,
  refuseHands2008,
  refuseLateBet,
  refuseLateBet2008,
  refuseRaise,
  refuseStake,
  refuseStake2008,
  shuffleMethods,
} from '#rules';
import { z } from 'zod';
import { flag, integer, list, natural, object, oneOf, oneOfObjects } from '../reading/json.js';
import { type Answer, fortuneQuestion, givenOf, refuse, stake } from './question.js';

const patacas = integer.transform(BigInt);

const offer = givenOf({
  check: z.undefined().optional(),
  offer: object({
    baseForms: list(oneOf(baseForms)),
    sideBets: list(oneOf(additionalBetNames)),
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
type Check = z.output<typeof validate>;

/** The questions of a vector file about bets and dealing at the table; whole patacas. */
export const tableQuestions = {
  validate: fortuneQuestion(validate, (given, rules): Answer => {
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
      method: oneOf(shuffleMethods),
      dispensesThreeOnly: flag.default(false),
      bettingSeats: list(integer),
      jackpotSeats: list(integer).default([]),
    }),
    ({ method, dispensesThreeOnly, bettingSeats, jackpotSeats }, { policies2025 }) => {
      const is2008 = policies2025 === undefined;
      const refuseSeats = is2008 ? refuseBettingSeats2008 : refuseBettingSeats;
      const refusal = refuseSeats(bettingSeats) ?? refuseSeats(jackpotSeats);
      if (refusal !== undefined) return refuse(refusal);
      const order = is2008
        ? dealPlan2008(method, bettingSeats)
        : dealPlan({ method, dispensesThreeOnly, bettingSeats, jackpotSeats });
      return { answer: { order } };
    },
  ),
};

function refusalOf(
  given: Exclude<Check, { check?: undefined }>,
  { policies2025 }: FortuneRules,
): Refusal | undefined {
  const is2008 = policies2025 === undefined;
  switch (given.check) {
    case 'raise':
      return refuseRaise(given.ante, given.raise);
    case 'betTime':
      return (is2008 ? refuseLateBet2008 : refuseLateBet)(given.cardsDealt);
    case 'limits':
      return (is2008 ? refuseStake2008 : refuseStake)(given.stake, given);
    case 'tableHands':
      return (is2008 ? refuseHands2008 : refuseHands)(given.handsIncludingDealer);
    case 'handsPerPlayer': {
      const hands = Array.from({ length: given.hands }, (_, index) => index + 1);
      return (is2008 ? refuseFurtherHand2008 : refuseFurtherHand)(1, hands);
    }
  }
}
