import type { DiceBet } from '../fish-prawn-crab/article-05-bets.js';
import type { DiceRound } from '../fish-prawn-crab/settle.js';
import type { FortuneJackpot, FortuneRound, FortuneSeat } from '../fortune-3-card-poker/round.js';
import { jackpotHands } from '../fortune-3-card-poker-2025/article-07-3-jackpot-hands.js';
import { regulationShares } from '../fortune-3-card-poker-2025/article-16-3-jackpot-prizes.js';
import { findRuleset, type Game, type RulesetId } from '../registry.js';
import type { RoundOf } from '../settle.js';
import type { BaccaratRound, BaccaratSeat } from '../three-card-baccarat/settle.js';
import {
  amount,
  anything,
  card,
  exactly,
  flag,
  integer,
  isObject,
  list,
  object,
  oneOf,
  optional,
  read,
  record,
  type Shape,
  text,
  within,
} from './shape.js';

/**
 * Reads a whole round from JSON, for every game; amounts are whole numbers of the caller's unit.
 */
export function readRound<Id extends RulesetId>(
  ruleset: Id,
  json: unknown,
): { round: RoundOf<Id>; faults: string[] } {
  const shape: Shape<unknown> = rounds[findRuleset(ruleset)!.game];
  const { value, faults } = read(shape, json, 'round');
  return { round: value as RoundOf<Id>, faults };
}

function strict<Fields extends Record<string, Shape<unknown>>>(fields: Fields) {
  return exactly(object(fields), Object.keys(fields));
}

const prize = strict({
  fixed: within(amount, 0n),
  shareBasisPoints: optional(within(integer, 0, 10_000)),
});

const jackpotFields = strict({
  pool: within(amount, 0n),
  seed: within(amount, 0n),
  payoutUnit: optional(within(amount, 1n)),
  prizes: record(prize),
});

const jackpot: Shape<FortuneJackpot> = (value, place, faults) => {
  const before = faults.length;
  const { pool, seed, payoutUnit = 1n, prizes } = jackpotFields(value, place, faults) ?? {};
  if (faults.length > before) return undefined as never;
  for (const hand of jackpotHands) {
    if (prizes[hand] === undefined) faults.push(`${place}.prizes has no ${hand}.`);
  }
  const complete = jackpotHands.map((hand) => {
    const { fixed = 0n, shareBasisPoints = regulationShares[hand] } = prizes[hand] ?? {};
    return [hand, { fixed, shareBasisPoints }];
  });
  return { pool, seed, payoutUnit, prizes: Object.fromEntries(complete) };
};

const fortuneSeat: Shape<FortuneSeat> = strict({
  seat: integer,
  cards: list(card),
  ante: optional(amount),
  raise: optional(amount),
  pairPlus: optional(amount),
  sixCard: optional(amount),
  jackpot: optional(amount),
});

const fortuneRound: Shape<FortuneRound> = strict({
  dealer: list(card),
  community: optional(list(card)),
  seats: list(fortuneSeat),
  jackpot: optional(jackpot),
  policies: optional(record(anything)),
});

const baccaratSeat: Shape<BaccaratSeat> = strict({
  hand: integer,
  cards: list(card),
  bets: strict({
    main: optional(amount),
    tie: optional(amount),
    odd: optional(amount),
    even: optional(amount),
    threeFigures: optional(amount),
    points: optional(record(amount)),
  }),
  mainBetByAnother: optional(flag),
});

const baccaratRound: Shape<BaccaratRound> = strict({
  decks: optional(within(integer, 1)),
  banker: list(card),
  hands: list(baccaratSeat),
  policies: optional(record(anything)),
});

const simpleBets = ['small', 'big', 'anyThreeSameColour', 'anyTriple'] as const;
const figureBets = ['figure', 'specificTriple'] as const;
const colourBets = ['oneOfColour', 'twoOfColour', 'threeOfColour'] as const;

/** Which field a bet of this type has beside its type. */
export const diceBet: Shape<DiceBet> = (value, place, faults) => {
  const types = [...simpleBets, ...figureBets, ...colourBets, 'total'] as const;
  const { type } = object({ type: oneOf(...types) })(value, place, faults) ?? {};
  const fields = isObject(value) ? value : {};
  const isIn = (names: readonly string[]): boolean => names.includes(type);
  if (isIn(figureBets)) {
    return { type, figure: text(fields.figure, `${place}.figure`, faults) } as DiceBet;
  }
  if (isIn(colourBets)) {
    return { type, colour: text(fields.colour, `${place}.colour`, faults) } as DiceBet;
  }
  if (type !== 'total') return { type } as DiceBet;
  return { type, total: integer(fields.total, `${place}.total`, faults) };
};

export const die = object({ number: integer, figure: text, colour: text });

const totalRange: Shape<number[]> = (value, place, faults) => {
  const range = list(integer)(value, place, faults);
  if (Array.isArray(value) && value.length !== 2) faults.push(`${place} must be two totals.`);
  return range;
};

const diceRound: Shape<DiceRound> = strict({
  dice: list(die),
  bets: list(strict({ bet: diceBet, stake: amount })),
  ranges: optional(strict({ small: totalRange, big: totalRange })),
}) as Shape<unknown> as Shape<DiceRound>;

const rounds = {
  'fortune-3-card-poker': fortuneRound,
  'three-card-baccarat': baccaratRound,
  'fish-prawn-crab': diceRound,
} as const satisfies Record<Game, Shape<unknown>>;
