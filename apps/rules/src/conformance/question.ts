import {
  type BaccaratPolicies,
  baccaratPolicyReadings,
  type Card,
  cardDealtTwice,
  type FortuneEdition,
  fortuneRules,
  type FortuneRules,
  type Game,
  isCard,
  type Policies2025,
  readPolicies,
  type Refusal,
  type RulesetId,
  sentenceOf,
} from '#rules';
import { z } from 'zod';
import { cards, natural, object, readJsonFile, record, textSchema } from '../reading/json.js';

/** One kind of question of a vector file: the form of its `given`, and its answer. */
export interface Question {
  readonly game: Game;
  answer(given: unknown, ruleset: RulesetId): RuleAnswer;
}

export type RuleAnswer =
  { readonly answer: Readonly<Record<string, unknown>> } | { readonly errors: readonly string[] };

/** Returns the refusals of the rules, each as a sentence that opens with the clause. */
export function refuseQuestion(...refusals: readonly Refusal[]): RuleAnswer {
  return { errors: refusals.map(sentenceOf) };
}

/**
 * Defines the fields that `given` may have for one question; any other field is refused by its
 * name.
 */
export function givenOf<Fields extends z.core.$ZodLooseShape>(fields: Fields) {
  return object({ op: textSchema, ...fields, policy: record(z.unknown()).optional() });
}

export const threeCards = cards(3);
export const communityCards = cards(2);
/** Whole patacas; 0 if the file has none. */
export const stake = natural.transform(BigInt).default(0n);

/** Makes a question whose cards all come from one deck. */
export function fortuneQuestion<Schema extends z.ZodType>(
  given: Schema,
  answer: (given: z.output<Schema>, rules: FortuneRules) => RuleAnswer,
): Question {
  return questionOf('fortune-3-card-poker', given, (value, ruleset, policy) => {
    const twice = cardDealtTwice(askedCards(value));
    if (twice !== undefined) return { errors: [`The card ${twice} is given twice.`] };
    const [, edition] = ruleset.split('/') as [string, FortuneEdition];
    const found = fortuneRules(edition, policy);
    return 'refused' in found ? refuseQuestion(...found.refused) : answer(value, found.rules);
  });
}

/** Makes a question about a rule that the editions of 2008 do not have. */
export function question2025<Schema extends z.ZodType>(
  given: Schema,
  answer: (given: z.output<Schema>, policies: Policies2025, rules: FortuneRules) => RuleAnswer,
): Question {
  return fortuneQuestion(given, (value, rules) => {
    const { edition, policies2025 } = rules;
    return policies2025 === undefined
      ? { errors: [`The edition ${edition} has no Six Card Bonus and no jackpot.`] }
      : answer(value, policies2025, rules);
  });
}

export function baccaratQuestion<Schema extends z.ZodType>(
  given: Schema,
  answer: (given: z.output<Schema>, policies: BaccaratPolicies) => RuleAnswer,
): Question {
  return questionOf('three-card-baccarat', given, (value, _ruleset, policy) => {
    const found = readPolicies(baccaratPolicyReadings, policy);
    return 'refused' in found ? refuseQuestion(...found.refused) : answer(value, found.policies);
  });
}

export function diceQuestion<Schema extends z.ZodType>(
  given: Schema,
  answer: (given: z.output<Schema>) => RuleAnswer,
): Question {
  return questionOf('fish-prawn-crab', given, (value, _ruleset, policy) => {
    const found = readPolicies({}, policy);
    return 'refused' in found ? refuseQuestion(...found.refused) : answer(value);
  });
}

type GivenPolicy = Readonly<Record<string, unknown>>;

function questionOf<Schema extends z.ZodType>(
  game: Game,
  schema: Schema,
  answer: (given: z.output<Schema>, ruleset: RulesetId, policy: GivenPolicy) => RuleAnswer,
): Question {
  return {
    game,
    answer(given, ruleset) {
      const found = readJsonFile(schema, given, 'given');
      if ('errors' in found) return found;
      const { policy = {} } = found.value as { policy?: GivenPolicy };
      return answer(found.value, ruleset, policy);
    },
  };
}

function askedCards(value: unknown): Card[] {
  if (typeof value === 'string') return isCard(value) ? [value] : [];
  return typeof value === 'object' && value !== null
    ? Object.values(value).flatMap(askedCards)
    : [];
}
