import { fc } from '#testing/laws';
import { jackpotHands, type RulesetId, settle } from '#rules';
import { type Json, oddValues, spoil } from '../testing/spoil.js';
import { readRound } from './rounds.js';

const prize = { fixed: 1_000, shareBasisPoints: 1_000 };
const die = { number: 1, figure: 'fish', colour: 'red' };

const rounds: Record<string, Json> = {
  'fortune-3-card-poker/94-2025': {
    dealer: ['Qh', 'Tc', '2d'],
    community: ['Js', 'Ts'],
    jackpot: {
      pool: 1_000_000,
      seed: 500_000,
      payoutUnit: 1,
      prizes: Object.fromEntries(jackpotHands.map((hand) => [hand, prize])),
    },
    seats: [
      { seat: 1, cards: ['As', 'Ks', 'Qs'], ante: 100, raise: 100, sixCard: 20, jackpot: 10 },
      { seat: 4, cards: ['9s', '8s', '7s'], pairPlus: 100, jackpot: 10 },
    ],
    policies: { royalBase: 'round-start', percentTierDeduction: 'amount-paid' },
  },
  'fortune-3-card-poker/97-2008': {
    dealer: ['Qh', 'Tc', '2d'],
    seats: [{ seat: 1, cards: ['As', 'Ks', 'Qs'], ante: 100, raise: 100, pairPlus: 50 }],
    policies: { tieMoney: 'dealer-wins' },
  },
  'three-card-baccarat/22-96-m': {
    decks: 4,
    banker: ['Kd', '4h', '5c'],
    hands: [
      {
        hand: 1,
        cards: ['Ks', 'Qd', '9c'],
        bets: { main: 10, tie: 5, odd: 20, points: { 9: 5 } },
        mainBetByAnother: false,
      },
    ],
    policies: { pointZeroOnThreeFigures: 'wins' },
  },
  'fish-prawn-crab/excerpt': {
    dice: [die, die, die],
    bets: [
      { bet: { type: 'figure', figure: 'fish' }, stake: 10 },
      { bet: { type: 'total', total: 4 }, stake: 10 },
      { bet: { type: 'small' }, stake: 10 },
    ],
    ranges: { small: [4, 10], big: [11, 17] },
  },
};

const rulesets = Object.keys(rounds) as RulesetId[];

/** Reads and settles like the command; returns the sentences of its errors, if any. */
function sentencesOf(ruleset: RulesetId, json: Json): string[] {
  const found = readRound(ruleset, json);
  if ('errors' in found) return found.errors;
  const settled = settle(ruleset, found.value);
  return 'refused' in settled ? settled.refused.map(({ detail }) => detail) : [];
}

test.each(rulesets)('%s: the round without a fault is settled', (ruleset) => {
  expect(sentencesOf(ruleset, rounds[ruleset]!)).toEqual([]);
});

test('a spoiled round is settled or refused in sentences, and never breaks the program', () => {
  const odd = fc.oneof(
    fc.constant(undefined),
    fc.constantFrom(...oddValues),
    fc.jsonValue() as fc.Arbitrary<Json>,
  );
  const path = fc.array(fc.nat({ max: 12 }), { minLength: 1, maxLength: 5 });
  fc.assert(
    fc.property(fc.constantFrom(...rulesets), path, odd, (ruleset, places, value) => {
      const spoiled = spoil(rounds[ruleset]!, places, value);
      for (const sentence of sentencesOf(ruleset, spoiled)) expect(sentence).toMatch(/\.$/);
    }),
    { numRuns: 3_000 },
  );
});
