import {
  type FortuneRound,
  type BaccaratRound,
  type DiceRound,
  findRuleset,
  type Game,
  type JackpotHand,
  jackpotHands,
  regulationShares,
  type RoundOf,
  type RulesetId,
} from '#rules';
import { z } from 'zod';
import {
  amount,
  amountFrom,
  cardSchema,
  flag,
  integer,
  listSchema,
  object,
  oneOfObjects,
  readJsonFile,
  record,
  textSchema,
  within,
} from './json.js';

/** Reads a whole round of any game; amounts are whole numbers of the caller's unit. */
export function readRound<Id extends RulesetId>(
  ruleset: Id,
  json: unknown,
): { value: RoundOf<Id> } | { errors: string[] } {
  const schema: z.ZodType<RoundOf<RulesetId>> = rounds[findRuleset(ruleset)!.game];
  return readJsonFile(schema as z.ZodType<RoundOf<Id>>, json, 'round');
}

const bet = amount.optional();
const policies = record(z.unknown()).optional();

const prize = (hand: JackpotHand) =>
  object({
    fixed: amountFrom(0n),
    shareBasisPoints: within(0, 10_000).default(regulationShares[hand]),
  });
const prizes = object(
  Object.fromEntries(jackpotHands.map((hand) => [hand, prize(hand)])) as Record<
    JackpotHand,
    ReturnType<typeof prize>
  >,
);

const fortuneRound: z.ZodType<FortuneRound> = object({
  dealer: listSchema(cardSchema),
  community: listSchema(cardSchema).optional(),
  seats: listSchema(
    object({
      seat: integer,
      cards: listSchema(cardSchema),
      ante: bet,
      raise: bet,
      pairPlus: bet,
      sixCard: bet,
      jackpot: bet,
    }),
  ),
  jackpot: object({
    pool: amountFrom(0n),
    seed: amountFrom(0n),
    payoutUnit: amountFrom(1n).default(1n),
    prizes,
  }).optional(),
  policies,
});

export const baccaratBets = object({
  main: bet,
  tie: bet,
  odd: bet,
  even: bet,
  threeFigures: bet,
  points: record(amount).optional(),
});

const baccaratRound: z.ZodType<BaccaratRound> = object({
  decks: within(1).optional(),
  banker: listSchema(cardSchema),
  hands: listSchema(
    object({
      hand: integer,
      cards: listSchema(cardSchema),
      bets: baccaratBets,
      mainBetByAnother: flag.optional(),
    }),
  ),
  policies,
});

const simpleBets = ['small', 'big', 'anyThreeSameColour', 'anyTriple'] as const;
const figureBets = ['figure', 'specificTriple'] as const;
const colourBets = ['oneOfColour', 'twoOfColour', 'threeOfColour'] as const;

/** A bet with its type and the field that the type needs. */
export const diceBet = oneOfObjects(
  'type',
  [...simpleBets, ...figureBets, ...colourBets, 'total'],
  [
    object({ type: z.enum(simpleBets) }),
    object({ type: z.enum(figureBets), figure: textSchema }),
    object({ type: z.enum(colourBets), colour: textSchema }),
    object({ type: z.literal('total'), total: integer }),
  ],
);

const die = object({ number: integer, figure: textSchema, colour: textSchema });

export const dice = z.tuple([die, die, die], { error: () => 'must be three dice.' });

const range = z.tuple([integer, integer], { error: () => 'must be two totals.' });

const diceRound: z.ZodType<DiceRound> = object({
  dice,
  bets: listSchema(object({ bet: diceBet, stake: amount })),
  ranges: object({ small: range, big: range }).optional(),
});

const rounds = {
  'fortune-3-card-poker': fortuneRound,
  'three-card-baccarat': baccaratRound,
  'fish-prawn-crab': diceRound,
} as const satisfies Record<Game, z.ZodType>;
