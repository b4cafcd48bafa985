import { type Card } from '../cards/card.js';
import { settle } from '../settle.js';
import { baccaratEquipment } from './article-01-equipment.js';
import { baccaratDealPlan, refuseWhiteCard, ruleOnDealingError } from './article-02-procedure.js';
import { mustShuffleAfterRound } from './article-03-last-round.js';
import { refuseBaccaratAct, refuseBaccaratHands } from './article-04-hands.js';
import { baccaratHand } from './article-05-values.js';
import { compareBaccarat, refuseStakeChange } from './article-06-result.js';
import { refuseTieBet, refuseTotal } from './article-08-other-bets.js';
import { baccaratPrizes } from './article-09-prizes.js';
import { commissionOn } from './article-10-commission.js';
import { type BaccaratRound, type BaccaratSettlement } from './settle.js';

const words = (text: string) => text.split(' ') as Card[];
const id = 'three-card-baccarat/22-96-m';

test('Article 1: one deck in a box with one white card, more in a shoe with two', () => {
  expect(baccaratEquipment(1)).toEqual({ from: 'box', whiteCards: 1 });
  expect(baccaratEquipment(8)).toEqual({ from: 'shoe', whiteCards: 2 });
  expect(() => baccaratEquipment(0)).toThrow('one or more decks');
});

describe('Article 2', () => {
  test('(1) the second white card lies between the 30th and the 40th from the end', () => {
    expect([29, 30, 40, 41].map((from) => refuseWhiteCard(8, from)?.clause)).toEqual([
      'Art. 2(1)',
      undefined,
      undefined,
      'Art. 2(1)',
    ]);
    expect(refuseWhiteCard(1, 5)).toBeUndefined();
  });

  test('(2)-(3) as many cards are burned as decks, later one a round; the banker is last', () => {
    expect(baccaratDealPlan(4, true, [3, 1])).toMatchObject({
      burn: 4,
      order: ['1', '3', 'B', '1', '3', 'B', '1', '3', 'B'],
      faceUp: { player: [1, 2], banker: [1, 2, 3] },
    });
    expect(baccaratDealPlan(4, false, [1]).burn).toBe(1);
    expect(() => baccaratDealPlan(0, true, [1])).toThrow('Art. 1(1)');
    expect(() => baccaratDealPlan(1, true, [1, 1])).toThrow('Art. 4(1): Hand 1 is given twice');
    expect(() => baccaratDealPlan(1, true, [1, 2, 3, 4, 5, 6, 7, 8])).toThrow('Art. 4(1)');
  });

  test('(4) what can be put right goes on, what cannot is cancelled', () => {
    expect(ruleOnDealingError(true)).toMatchObject({ round: 'continues', bets: 'stand' });
    expect(ruleOnDealingError(false)).toMatchObject({ round: 'void', bets: 'refunded' });
  });
});

test('Article 3: the white card, or a single deck, makes the round the last', () => {
  expect(mustShuffleAfterRound(8, false)).toBe(false);
  expect(mustShuffleAfterRound(8, true)).toBe(true);
  expect(mustShuffleAfterRound(1, false)).toBe(true);
});

test('Article 4: up to eight hands with the banker, and no change of place in a round', () => {
  expect([2, 8, 9].map((hands) => refuseBaccaratHands(hands)?.clause)).toEqual([
    undefined,
    undefined,
    'Art. 4(1)',
  ]);
  expect(refuseBaccaratAct('change-place', false)).toBeUndefined();
  expect(refuseBaccaratAct('change-place', true)?.clause).toBe('Art. 4(3)');
  expect(refuseBaccaratAct('hold-other-hand', false)?.clause).toBe('Art. 4(3)');
});

describe('Article 5', () => {
  test('the annex has 31 lines, every one dealt, more figures being higher', () => {
    const lines = new Map<number, string>();
    const ranks = ['A', '2', '3', '4', '5', '6', '7', '8', '9', 'T', 'J'];
    for (const one of ranks) {
      for (const other of ranks) {
        for (const third of ranks) {
          const cards = [`${one}s`, `${other}h`, `${third}d`] as Card[];
          const { line, points, figures } = baccaratHand(cards);
          lines.set(line, `${points ?? 10} ${figures}`);
        }
      }
    }
    const inOrder = [...lines].sort(([one], [other]) => one - other).map(([, name]) => name);
    expect(inOrder).toHaveLength(31);
    expect(inOrder.slice(0, 4)).toEqual(['10 3', '9 2', '9 1', '9 0']);
    expect(inOrder.slice(-3)).toEqual(['0 2', '0 1', '0 0']);
  });

  test('a ten counts nothing and is no figure', () => {
    expect(baccaratHand(words('Ks Kd Tc'))).toEqual({ line: 29, points: 0, figures: 2 });
  });
});

test('Articles 6 and 7: the higher wins, equal draw, and a drawn stake only grows', () => {
  const nine = baccaratHand(words('Ks 4d 5c'));
  const eight = baccaratHand(words('Ks 3d 5c'));
  expect(compareBaccarat(nine, eight)).toBe('player');
  expect(compareBaccarat(eight, nine)).toBe('banker');
  expect(compareBaccarat(nine, nine)).toBe('tie');
  expect(refuseStakeChange(100n, 150n)).toBeUndefined();
  expect(refuseStakeChange(100n, 50n)?.clause).toBe('Art. 7(2)');
});

test('Article 8: totals from 0 to 9, and a tie only where a hand carries a bet', () => {
  expect([-1, 0, 9, 10].map((total) => refuseTotal(total)?.clause)).toEqual([
    'Art. 8(2)(b)',
    undefined,
    undefined,
    'Art. 8(2)(b)',
  ]);
  expect(refuseTieBet(true)).toBeUndefined();
  expect(refuseTieBet(false)?.clause).toBe('Art. 8(3)');
});

test('Articles 9 and 10: commission is taken from the prizes of (1) and (2) alone', () => {
  const odds = Object.values(baccaratPrizes).map((prize) => Number(prize.odds));
  expect(odds).toEqual([1, 1, 1, 16, 8, 20]);
  expect(commissionOn('main', 1_000n)).toBe(50n);
  expect(commissionOn('odd', 19n)).toBe(0n);
  expect(commissionOn('tie', 1_000n)).toBe(0n);
});

describe('a whole round', () => {
  const round: BaccaratRound = {
    banker: words('Kd 4h 5c'),
    hands: [
      { hand: 1, cards: words('Ks Qd 9c'), bets: { main: 1_000n, tie: 100n } },
      { hand: 2, cards: words('Ad 4d 4c'), bets: { main: 100n, odd: 20n, points: { 9: 10n } } },
    ],
  };

  test('every hand goes against the banker, the other bets by his cards', () => {
    const settlement = settle(id, round) as BaccaratSettlement;
    const lines = settlement.hands.flatMap(({ hand, results }) =>
      results.map((line) => `${hand} ${line.bet} ${line.outcome} ${line.prize} ${line.commission}`),
    );
    expect(lines).toEqual([
      '1 main won 1000 50',
      '1 tie lost 0 0',
      '2 main lost 0 0',
      '2 odd won 20 1',
      '2 points 9 won 80 0',
    ]);
    expect(settlement.hands.map(({ net }) => net)).toEqual([850n, -1n]);
  });

  test('a card may come as often as there are decks', () => {
    const hands = [{ hand: 1, cards: words('Kd 4h 5c'), bets: { main: 10n } }];
    expect(settle(id, { ...round, hands })).toHaveProperty('refused');
    expect(settle(id, { ...round, hands, decks: 2 })).not.toHaveProperty('refused');
  });

  test.each([
    ['wrong-card-count', { banker: words('Kd 4h') }],
    ['not-a-card', { banker: words('Kd 4h Xx') }],
    ['wrong-hand', { hands: [{ ...round.hands[0]!, hand: 8 }] }],
    ['hand-twice', { hands: [round.hands[0]!, { ...round.hands[1]!, hand: 1 }] }],
    ['hand-without-bet', { hands: [{ ...round.hands[0]!, bets: {} }] }],
    ['negative-stake', { hands: [{ ...round.hands[0]!, bets: { main: -1n } }] }],
    ['tie-without-main-bet', { hands: [{ ...round.hands[0]!, bets: { tie: 5n } }] }],
    ['no-such-total', { hands: [{ ...round.hands[0]!, bets: { points: { 12: 5n } } }] }],
    ['wrong-policy', { policies: { pointZeroOnThreeFigures: 'half' } }],
  ])('%s is refused', (reason, change) => {
    const answer = settle(id, { ...round, ...change });
    const reasons = 'refused' in answer ? answer.refused.map((refusal) => refusal.reason) : [];
    expect(reasons).toContain(reason);
  });
});
