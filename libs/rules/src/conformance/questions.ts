import { type Card, cardDealtTwice, isCard } from '../cards/card.js';
import type { FortuneRules } from '../fortune-3-card-poker/editions.js';
import type { Policies2008 } from '../fortune-3-card-poker-2008/policies.js';
import type { Throw } from '../fish-prawn-crab/article-05-bets.js';
import type { Policies2025 } from '../fortune-3-card-poker-2025/table-policies.js';
import {
  amount,
  cards,
  flag,
  integer,
  isObject,
  list,
  natural,
  nullable,
  object,
  oneOf,
  optional,
  record,
  type Shape,
  text,
} from '../reading/shape.js';
import { diceBet, die } from '../reading/rounds.js';
import type { Game } from '../registry.js';
import type { BaccaratPolicies } from '../three-card-baccarat/policies.js';
import * as baccarat from './baccarat-answers.js';
import { answerDice } from './dice-answers.js';
import * as fortune from './fortune-answers.js';
import { answerIrregularity } from './irregularity-answers.js';
import * as jackpot from './jackpot-answers.js';
import * as table from './table-answers.js';

/**
 * Every question of a vector file, by its `op`: the game it is about, its fields, and its answer.
 */
export interface CaseRules {
  fortune: FortuneRules;
  policies2008: Policies2008;
  baccarat: BaccaratPolicies;
}

/** `fields` are all fields of `given`, as they stand in the file. */
type Fields = Readonly<Record<string, unknown>>;
type Answerer<Given> = (
  given: Given,
  rules: CaseRules,
  fields: Fields,
  /** Where a question that is well formed cannot be: the sentences, with the clause. */
  faults: string[],
) => object | undefined;

export interface Question {
  game: Game;
  /**
   * Undefined where the ruleset has no such case; what is wrong with the fields goes to `faults`.
   */
  answer(fields: Fields, rules: CaseRules, faults: string[]): object | undefined;
}

function question<Given>(game: Game, shape: Shape<Given>, answer: Answerer<Given>): Question {
  return {
    game,
    answer(fields, rules, faults) {
      const given = shape(fields, 'given', faults);
      return faults.length > 0 ? undefined : answer(given, rules, fields, faults);
    },
  };
}

/** All cards of a question come from one deck, so none may be there twice. */
function fortuneQuestion<Given>(shape: Shape<Given>, answer: Answerer<Given>): Question {
  const fromOneDeck: Shape<Given> = (value, place, faults) => {
    const given = shape(value, place, faults);
    const twice = faults.length === 0 ? cardDealtTwice(cardsIn(value)) : undefined;
    if (twice !== undefined) faults.push(`The card ${twice} is there twice.`);
    return given;
  };
  return question('fortune-3-card-poker', fromOneDeck, answer);
}

function cardsIn(value: unknown): Card[] {
  if (typeof value === 'string') return isCard(value) ? [value] : [];
  if (Array.isArray(value)) return value.flatMap(cardsIn);
  return isObject(value) ? Object.values(value).flatMap(cardsIn) : [];
}

/** For what the editions of 2008 do not have: without the policies of 2025 there is no answer. */
function question2025<Given>(
  shape: Shape<Given>,
  answer: (given: Given, policies: Policies2025, faults: string[]) => object | undefined,
): Question {
  return fortuneQuestion(shape, (given, { fortune: { policies2025 } }, _fields, faults) =>
    policies2025 === undefined ? undefined : answer(given, policies2025, faults),
  );
}

function baccaratQuestion<Given>(shape: Shape<Given>, answer: Answerer<Given>): Question {
  return question('three-card-baccarat', shape, answer);
}

const whole = optional(integer);
const stake = optional(natural);
const baseStakes = { ante: stake, pairPlus: stake };
const three = cards(3);

const fixed = object({
  royalFlush: natural,
  straightFlush: natural,
  fourOfAKind: natural,
  fullHouse: natural,
  flush: natural,
});

const money = { pool: natural, seed: natural, fixed };

const jackpotSeat = object({ seat: integer, cards: three, ...baseStakes, jackpotBet: stake });

const offerOrCheck: Shape<table.OfferQuestion | table.CheckQuestion> = (value, place, faults) => {
  const isCheck = 'check' in (value as object);
  return isCheck ? check(value, place, faults) : offer(value, place, faults);
};

const offer = object({
  offer: object({
    baseForms: list(oneOf('ante', 'pairPlus', 'ante+pairPlus')),
    sideBets: list(oneOf('sixCard', 'jackpot')),
  }),
  bets: record(amount),
});

const check = object({
  check: text,
  ante: whole,
  raise: whole,
  cardsDealt: stake,
  min: whole,
  max: whole,
  stake: whole,
  handsIncludingDealer: whole,
});

const handsToDeal: Shape<number | number[]> = (value, place, faults) =>
  Array.isArray(value) ? list(integer)(value, place, faults) : integer(value, place, faults);

/** Cards come by hand from the shoe, or from the machine; files may say either. */
const dealMethods: Readonly<Record<string, 'manual' | 'shuffler'>> = {
  manual: 'manual',
  hand: 'manual',
  shoe: 'manual',
  shuffler: 'shuffler',
  machine: 'shuffler',
  automatic: 'shuffler',
};

const dealMethod: Shape<'manual' | 'shuffler'> = (value, place, faults) =>
  dealMethods[oneOf(...Object.keys(dealMethods))(value, place, faults)]!;

/** An offer may stand in a field of its own or beside the others. */
function withOffer(fields: Fields): Fields {
  return isObject(fields.offer) ? { ...fields, ...fields.offer } : fields;
}

export const questions: Readonly<Record<string, Question>> = {
  rank3: fortuneQuestion(object({ cards: three }), (given, { fortune: rules }) =>
    fortune.answerRank3(given, rules),
  ),
  compare3: fortuneQuestion(object({ player: three, dealer: three }), (given, rules) =>
    fortune.answerCompare3(given, rules.fortune),
  ),
  dealerQualifies: fortuneQuestion(object({ dealer: three }), (given, rules) =>
    fortune.answerDealerQualifies(given, rules.fortune),
  ),
  settleSeat: fortuneQuestion(
    object({
      player: three,
      dealer: three,
      bets: object({ ...baseStakes, sixCard: stake }),
      raised: optional(flag),
    }),
    (given, rules) => fortune.answerSettleSeat(given, rules.fortune),
  ),
  sixCardBonus: question2025(
    object({ player: three, dealer: three, stake: natural }),
    fortune.answerSixCardBonus,
  ),
  jackpotHand: question2025(
    object({ player: three, community: cards(2) }),
    jackpot.answerJackpotHand,
  ),
  jackpotRound: question2025(
    object({ ...money, community: nullable(cards(2)), seats: list(jackpotSeat) }),
    jackpot.answerJackpotRound,
  ),
  carryNext: question2025(
    object({
      ...money,
      carried: natural,
      nextBase: object(baseStakes),
      cards: nullable(three),
      community: nullable(cards(2)),
    }),
    jackpot.answerCarryNext,
  ),
  validate: fortuneQuestion(
    offerOrCheck,
    (given, { fortune: rules }, { op: _op, check: _check, policy: _policy, ...fields }, faults) =>
      'check' in given
        ? table.answerCheck(given, rules, withOffer(fields), faults)
        : table.answerOffer(given, rules),
  ),
  irregularity: fortuneQuestion(
    object({
      event: text,
      bets: object({ ...baseStakes, raise: stake, sixCard: stake, jackpot: stake }),
    }),
    (given, { fortune: rules, policies2008 }, fields, faults) =>
      answerIrregularity(given, rules, policies2008, fields, faults),
  ),
  dealPlan: fortuneQuestion(
    object({
      method: dealMethod,
      dispensesThreeOnly: optional(flag),
      bettingSeats: list(integer),
      jackpotSeats: optional(list(integer)),
    }),
    (given, rules, _, faults) => table.answerDealPlan(given, rules.fortune, faults),
  ),
  bacRank: baccaratQuestion(object({ cards: three }), baccarat.answerBacRank),
  bacCompare: baccaratQuestion(object({ player: three, banker: three }), baccarat.answerBacCompare),
  bacSettle: baccaratQuestion(
    object({
      player: three,
      banker: three,
      bets: object({
        main: optional(amount),
        tie: optional(amount),
        odd: optional(amount),
        even: optional(amount),
        threeFigures: optional(amount),
        points: optional(record(amount)),
      }),
    }),
    (given, rules, _, faults) => baccarat.answerBacSettle(given, rules.baccarat, faults),
  ),
  bacValidate: baccaratQuestion(
    object({
      bet: optional(oneOf(...baccarat.baccaratBetNames)),
      seatHasMainBet: optional(flag),
      mainBetBy: optional(text),
      handsIncludingBanker: whole,
      handsOfPlayer: stake,
      total: whole,
      points: whole,
    }),
    (given, _, fields, faults) => baccarat.answerBacValidate(given, fields, faults),
  ),
  bacIrregularity: baccaratQuestion(
    object({
      event: optional(text),
      rectifiable: flag,
      main: stake,
      bets: optional(record(natural)),
    }),
    (given, _, _fields, faults) => baccarat.answerBacIrregularity(given, faults),
  ),
  bacDealPlan: baccaratQuestion(
    object({ decks: integer, firstRound: flag, hands: handsToDeal }),
    (given, _, _fields, faults) => baccarat.answerBacDealPlan(given, faults),
  ),
  dice: question(
    'fish-prawn-crab',
    object({ dice: throwOfThree(), bet: diceBet, stake: natural }),
    (given, _, _fields, faults) => answerDice(given, faults),
  ),
};

function throwOfThree(): Shape<Throw> {
  return (value, place, faults) => {
    const dice = list(die)(value, place, faults);
    if (Array.isArray(value) && value.length !== 3) faults.push(`${place} has not three dice.`);
    return dice as unknown as Throw;
  };
}
