import { type FortuneRound, jackpotHands, type RoundOf, type RulesetId, settle } from '#rules';
import { readRound } from './rounds.js';

const id = 'fortune-3-card-poker/94-2025';
function roundOf<Id extends RulesetId>(ruleset: Id, input: unknown): RoundOf<Id> {
  const found = readRound(ruleset, input);
  if ('errors' in found) throw new Error(found.errors.join(' '));
  return found.value;
}

function errorsOf(ruleset: RulesetId, input: unknown): string[] {
  const found = readRound(ruleset, input);
  return 'errors' in found ? found.errors : [];
}

const fixed = (amount: number) => ({ fixed: amount });
const prizes = Object.fromEntries(
  jackpotHands.map((hand, index) => [hand, fixed(index + 1)] as const),
);
const json = {
  dealer: ['Qh', 'Tc', '2d'],
  community: ['9h', '8h'],
  jackpot: { pool: 1_000, seed: '500', prizes },
  seats: [{ seat: 1, cards: ['As', 'Ks', 'Qs'], ante: 100, raise: 100, jackpot: 10 }],
};

test('a round is read with its amounts exact and its shares those of the law', () => {
  const round = roundOf(id, json);
  expect(round.seats[0]?.ante).toBe(100n);
  expect(round.jackpot).toMatchObject({ seed: 500n, payoutUnit: 1n });
  expect((round as FortuneRound).jackpot?.prizes['straight-flush']).toEqual({
    fixed: 2n,
    shareBasisPoints: 1_000,
  });
  expect(settle(id, round)).not.toHaveProperty('refused');
});

test.each([
  [{ dealer: ['Qh', 'Tc', '2x'] }, 'round.dealer[2] must be a card such as As or Td, but is "2x".'],
  [{ seats: 5 }, 'round.seats must be a list, but is 5.'],
  [{ dealer: undefined }, 'round.dealer must be a list, but is missing.'],
  [
    { seats: [{ seat: 1, cards: [], ante: 1.5 }] },
    'round.seats[0].ante must be a whole amount, but is 1.5.',
  ],
  [
    { jackpot: { pool: 1, seed: 2, prizes: { ...prizes, flush: undefined } } },
    'round.jackpot.prizes.flush must be an object, but is missing.',
  ],
  [{ jackpot: { pool: -1, seed: 2, prizes } }, 'round.jackpot.pool must be at least 0, but is -1.'],
])('%j is named as an error', (change, sentence) => {
  expect(errorsOf(id, { ...json, ...change })).toContain(sentence);
});

test('a field that nobody asks for is named, since it may be a stake', () => {
  const seats = [{ seat: 1, cards: ['As', 'Ks', 'Qs'], anti: 100 }];
  expect(errorsOf(id, { ...json, seats })[0]).toMatch(/^round.seats\[0\] has a field "anti";/);
});

test('a round of the other games is read too', () => {
  const hands = [{ hand: 1, cards: ['As', 'Ks', 'Qs'], bets: { main: 5, points: { 9: 5 } } }];
  const baccarat = { banker: ['2s', '3s', '4s'], hands };
  expect(errorsOf('three-card-baccarat/22-96-m', baccarat)).toEqual([]);
  const die = { number: 1, figure: 'fish', colour: 'red' };
  const bets = [
    { bet: { type: 'figure', figure: 'fish' }, stake: 5 },
    { bet: { type: 'oneOfColour', colour: 'red' }, stake: 5 },
    { bet: { type: 'total', total: 4 }, stake: 5 },
    { bet: { type: 'anyTriple' }, stake: 5 },
  ];
  const dice = { dice: [die, die, die], bets };
  const round = roundOf('fish-prawn-crab/excerpt', dice);
  expect(settle('fish-prawn-crab/excerpt', round)).not.toHaveProperty('refused');
  const wrong = { ...dice, bets: [{ bet: { type: 'figure' }, stake: 5 }] };
  expect(errorsOf('fish-prawn-crab/excerpt', wrong)).toEqual([
    'round.bets[0].bet.figure must be a word, but is missing.',
  ]);
});

test.each([null, 5, 'round', []])('%j is no round', (value) => {
  expect(errorsOf(id, value)[0]).toMatch(/^round must be an object/);
});
