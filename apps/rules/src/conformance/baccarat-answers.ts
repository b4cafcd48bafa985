import {
  type BaccaratBet,
  baccaratDealPlan,
  baccaratHand,
  baccaratPrizes,
  type BaccaratResult,
  compareBaccarat,
  netOfResult,
  refuseBaccaratHands,
  refuseDecks,
  refuseTieBet,
  refuseTotalNamed,
  ruleOnDealingError,
  settleHand,
} from '#rules';
import { flag, integer, natural, oneOfSchema, textSchema } from '../reading/json.js';
import { baccaratBets } from '../reading/rounds.js';
import { betLine } from './fortune-answers.js';
import {
  type RuleAnswer,
  baccaratQuestion,
  givenOf,
  refuseQuestion,
  threeCards,
} from './question.js';

const kindsOfBet = Object.keys(baccaratPrizes) as BaccaratBet[];

/** The questions of a vector file about 3-Card Baccarat; whole patacas. */
export const baccaratQuestions = {
  bacRank: baccaratQuestion(givenOf({ cards: threeCards }), ({ cards }) => {
    const { line, points, figures } = baccaratHand(cards);
    return { answer: { rank: line, points: points ?? null, figures } };
  }),

  bacCompare: baccaratQuestion(givenOf({ player: threeCards, banker: threeCards }), (given) => ({
    answer: { winner: compareBaccarat(baccaratHand(given.player), baccaratHand(given.banker)) },
  })),

  bacSettle: baccaratQuestion(
    givenOf({ player: threeCards, banker: threeCards, bets: baccaratBets }),
    ({ player, banker, bets }, policies): RuleAnswer => {
      const totals = Object.keys(bets.points ?? {});
      const noTotal = totals.map(refuseTotalNamed).find((refusal) => refusal !== undefined);
      if (noTotal !== undefined) return refuseQuestion(noTotal);
      const results = settleHand(baccaratHand(player), baccaratHand(banker), bets, policies);
      const line = (name: string) => baccaratLine(results.find((result) => result.bet === name));
      return {
        answer: {
          main: line('main'),
          tie: line('tie'),
          odd: line('odd'),
          even: line('even'),
          threeFigures: line('threeFigures'),
          points: Object.fromEntries(totals.map((total) => [total, line(`points ${total}`)])),
          net: Number(results.reduce((sum, result) => sum + netOfResult(result), 0n)),
        },
      };
    },
  ),

  bacValidate: baccaratQuestion(
    givenOf({
      bet: oneOfSchema(kindsOfBet).optional(),
      seatHasMainBet: flag.optional(),
      /** The bettor of the hand against the banker. */
      mainBetBy: textSchema.optional(),
      handsIncludingBanker: integer.optional(),
      handsOfPlayer: natural.optional(),
    }),
    (given): RuleAnswer => {
      const { mainBetBy, handsIncludingBanker = 2, handsOfPlayer = 1 } = given;
      const { seatHasMainBet = mainBetBy !== undefined } = given;
      const refusal =
        refuseBaccaratHands(handsIncludingBanker) ??
        refuseBaccaratHands(handsOfPlayer + 1) ??
        (given.bet === 'tie' ? refuseTieBet(seatHasMainBet) : undefined);
      return { answer: { ok: refusal === undefined } };
    },
  ),

  bacIrregularity: baccaratQuestion(
    givenOf({ event: oneOfSchema(['deal-order-error']), rectifiable: flag, main: natural }),
    ({ rectifiable, main }) => {
      const { round, bets } = ruleOnDealingError(rectifiable);
      return { answer: { round, refund: bets === 'refunded' ? main : 0 } };
    },
  ),

  bacDealPlan: baccaratQuestion(
    givenOf({ decks: integer, firstRound: flag, hands: integer }),
    ({ decks, firstRound, hands }): RuleAnswer => {
      const refusal = refuseDecks(decks) ?? refuseBaccaratHands(hands + 1);
      if (refusal !== undefined) return refuseQuestion(refusal);
      const numbers = Array.from({ length: hands }, (_, index) => index + 1);
      return { answer: { ...baccaratDealPlan(decks, firstRound, numbers) } };
    },
  ),
};

function baccaratLine(result: BaccaratResult | undefined): object {
  const { commission = 0n, carried = 0n } = result ?? {};
  return { ...betLine(result), commission: Number(commission), carried: Number(carried) };
}
