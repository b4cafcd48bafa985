import { houseEdge } from './bet-odds.js';
import { oddsOf } from './odds.js';

const percent = (ruleset: Parameters<typeof oddsOf>[0], policies = {}) =>
  Object.fromEntries(
    oddsOf(ruleset, policies).map((odds) => [
      odds.bet,
      ((houseEdge(odds) ?? NaN) * 100).toFixed(4),
    ]),
  );

test('the edges of 2025 are the exact ones, under either order of the hands', () => {
  const published = percent('fortune-3-card-poker/89-2025');
  expect(published).toMatchObject({
    'Pair Plus': '6.7511',
    'Ante and Raise': '3.3730',
    'Six Card Bonus': '13.4380',
  });
  expect(percent('fortune-3-card-poker/94-2025')).toEqual(published);
});

test('the first Article 9 of 2008 costs the player nearly twice the second', () => {
  expect(percent('fortune-3-card-poker/78-2008')['Ante and Raise']).toBe('6.4646');
  expect(percent('fortune-3-card-poker/97-2008')['Ante and Raise']).toBe('3.3730');
});

test('judging the dealer by the highest card alone would favour the player', () => {
  const policies = { dealerQualification: 'highest-card' };
  const edges = percent('fortune-3-card-poker/89-2025', policies);
  expect(Number(edges['Ante and Raise'])).toBeCloseTo(-26.79, 2);
});

test('the six-card frequencies are those of every set of six', () => {
  const odds = oddsOf('fortune-3-card-poker/89-2025').find(({ bet }) => bet === 'Six Card Bonus')!;
  expect(odds.outcomes.map(({ ways }) => ways)).toEqual([
    188, 1_656, 14_664, 165_984, 205_792, 361_620, 732_160, 18_876_456,
  ]);
  expect(odds.net).toBe(-2_735_776);
});

test('baccarat from one deck and from eight', () => {
  const edges = percent('three-card-baccarat/22-96-m');
  const expected: Record<string, [number, number]> = {
    'hand against banker': [2.406, 2.403],
    odd: [1.416, 2.344],
    even: [3.534, 2.596],
    'total 7': [9.919, 10.963],
    'total 6': [11.873, 11.196],
    tie: [20.708, 18.203],
    'three figures': [83.077, 79.609],
  };
  for (const [bet, [one, eight]] of Object.entries(expected)) {
    expect(Number(edges[`${bet}, 1 deck`])).toBeCloseTo(one, 2);
    expect(Number(edges[`${bet}, 8 decks`])).toBeCloseTo(eight, 2);
  }
});

test('the dice, with the customary faces', () => {
  const edges = Object.values(percent('fish-prawn-crab/excerpt')).map(Number);
  const expected = [2.78, 2.78, 7.87, 11.11, 11.11, 22.22, 11.11, 30.09, 30.56, 29.17, 47.22];
  const totals = [30.56, 9.72, 12.5, 18.98, 12.5, 12.5, 18.98, 12.5, 9.72, 30.56, 47.22, 29.17];
  expect(edges.map((edge) => edge.toFixed(2))).toEqual(
    [...expected, ...totals].map((edge) => edge.toFixed(2)),
  );
});
