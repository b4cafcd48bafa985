import { settle } from '../settle.js';
import { type DiceBet, isOfferedTotal, type Throw } from './article-05-bets.js';
import { customaryRanges, diceOdds } from './article-06-prizes.js';
import { losesOnTriple } from './article-07-equal-figures.js';
import { type DiceRound, type DiceSettlement } from './settle.js';
import { customaryFaces } from '../odds/dice-odds.js';

const id = 'fish-prawn-crab/excerpt';
const thrown = (...numbers: number[]) =>
  numbers.map((number) => customaryFaces[number - 1]!) as unknown as Throw;
const odds = (dice: Throw, bet: DiceBet) => Number(diceOdds(dice, bet, customaryRanges).odds);

test('Article 5: totals from 4 to 17 are offered', () => {
  expect([3, 4, 17, 18, 7.5].map(isOfferedTotal)).toEqual([false, true, true, false, false]);
});

describe('Article 6', () => {
  const totals = [50, 18, 14, 12, 8, 6, 6, 6, 6, 8, 12, 14, 18, 50];
  const throws = [
    ...['112', '113', '114', '115', '116', '126', '136', '146', '156', '166', '266', '366'],
    ...['466', '566'],
  ];
  test.each(throws.map((dice, index) => [dice, index + 4, totals[index]!] as const))(
    '(j) %s makes %d and pays %d',
    (dice, total, prize) => {
      const numbers = [...dice].map(Number);
      expect(odds(thrown(...numbers), { type: 'total', total })).toBe(prize);
      expect(odds(thrown(...numbers), { type: 'total', total: total === 4 ? 5 : 4 })).toBe(0);
    },
  );

  test('(c) a figure is paid by the number of dice that show it', () => {
    const fish = { type: 'figure', figure: 'fish' } as const;
    const throwsOfFish = [thrown(2, 2, 3), thrown(1, 2, 3), thrown(1, 1, 3), thrown(1, 1, 1)];
    expect(throwsOfFish.map((dice) => odds(dice, fish))).toEqual([0, 1, 2, 3]);
  });

  test('(d)-(g) colours ask for exactly their number of dice', () => {
    const red = ['oneOfColour', 'twoOfColour', 'threeOfColour'] as const;
    const pays = (dice: Throw) => red.map((type) => odds(dice, { type, colour: 'red' }));
    expect(pays(thrown(2, 3, 4))).toEqual([0, 0, 0]);
    expect(pays(thrown(1, 3, 4))).toEqual([1, 0, 0]);
    expect(pays(thrown(1, 6, 4))).toEqual([0, 3, 0]);
    expect(pays(thrown(1, 6, 1))).toEqual([0, 0, 20]);
    expect(odds(thrown(3, 4, 3), { type: 'anyThreeSameColour' })).toBe(7);
    expect(odds(thrown(3, 4, 5), { type: 'anyThreeSameColour' })).toBe(0);
  });

  test('(h)-(i) triples', () => {
    expect(odds(thrown(3, 3, 3), { type: 'specificTriple', figure: 'gourd' })).toBe(150);
    expect(odds(thrown(3, 3, 3), { type: 'specificTriple', figure: 'fish' })).toBe(0);
    expect(odds(thrown(3, 3, 3), { type: 'anyTriple' })).toBe(24);
    expect(odds(thrown(3, 3, 4), { type: 'anyTriple' })).toBe(0);
  });
});

test('Article 7: three equal figures lose Small and Big, and nothing else', () => {
  expect(losesOnTriple(thrown(2, 2, 2))).toBe(true);
  expect(odds(thrown(2, 2, 2), { type: 'small' })).toBe(0);
  expect(odds(thrown(5, 5, 5), { type: 'big' })).toBe(0);
  expect(odds(thrown(2, 2, 3), { type: 'small' })).toBe(1);
  expect(odds(thrown(5, 5, 6), { type: 'big' })).toBe(1);
  expect(odds(thrown(2, 2, 2), { type: 'total', total: 6 })).toBe(14);
});

describe('a whole throw', () => {
  const round: DiceRound = {
    dice: thrown(1, 1, 3),
    bets: [
      { bet: { type: 'figure', figure: 'fish' }, stake: 100n },
      { bet: { type: 'small' }, stake: 50n },
    ],
    ranges: customaryRanges,
  };

  test('each bet is settled with its clause', () => {
    const settlement = settle(id, round) as DiceSettlement;
    expect(settlement.results.map(({ bet, prize, clause }) => `${bet} ${prize} ${clause}`)).toEqual(
      ['figure fish 200 Art. 6(c)', 'small 50 Art. 6(a)'],
    );
    expect(settlement.net).toBe(250n);
  });

  test.each([
    ['ranges-missing', { ranges: undefined }],
    ['no-bet', { bets: [] }],
    ['negative-stake', { bets: [{ bet: { type: 'anyTriple' } as const, stake: 0n }] }],
    ['no-such-total', { bets: [{ bet: { type: 'total', total: 18 } as const, stake: 1n }] }],
    ['wrong-dice-count', { dice: thrown(1, 1) }],
    ['impossible-face', { dice: [...thrown(1, 2), { ...thrown(3)[0], figure: 'fish' }] as never }],
    ['impossible-face', { dice: [...thrown(1, 2), { ...thrown(2)[0], colour: 'red' }] as never }],
    ['impossible-face', { dice: [...thrown(1, 2), { ...thrown(3)[0], number: 7 }] as never }],
  ])('%s is refused: the excerpt does not say more', (reason, change) => {
    const answer = settle(id, { ...round, ...change });
    const reasons = 'refused' in answer ? answer.refused.map((refusal) => refusal.reason) : [];
    expect(reasons).toContain(reason);
  });
});
