import { deck } from '../cards/card.js';
import { missingEquipment } from './article-02-equipment.js';
import { refuseOffer } from './article-03-bets.js';
import { acceptBets, type BetName, type Offer } from './article-04-bet-forms.js';
import { boxesFromDealer, handRules2025 } from './article-05-hands.js';
import { sequencesOfFive, sequencesOfThree, singleCards } from './article-06-card-values.js';
import { phaseAfter, phases } from './article-08-phases.js';
import { cutDeck, usesCutCard } from './article-09-shuffle.js';
import { betRules2025 } from './article-10-betting.js';
import { dealPlan, mostCardsDealt } from './article-11-dealing.js';
import { keepsCardsWithoutRaise, mayHoldCards, refuseRaise } from './article-12-raise.js';
import {
  mayShowCards,
  prohibitedActs,
  type ProhibitedAct,
  refuseAct,
} from './article-18-prohibitions.js';
import { defaultJackpotPolicies } from './jackpot-policies.js';
import { ranks } from '../cards/card.js';

test('Article 2: the jackpot needs a display and a system beside the common equipment', () => {
  const common = ['deck-of-52', 'shoe', 'cut-card', 'automatic-shuffler'] as const;
  expect(missingEquipment(common, false)).toEqual([]);
  expect(missingEquipment(common, true)).toEqual(['electronic-display', 'jackpot-system']);
});

test('Article 3: a table offers both base bets, and additional bets never alone', () => {
  expect(refuseOffer(['ante', 'pairPlus'])).toBeUndefined();
  expect(refuseOffer(['ante', 'jackpot'])?.clause).toBe('Art. 3(3)');
  expect(refuseOffer(['jackpot', 'sixCard'])?.clause).toBe('Art. 3(4)');
});

describe('Article 4', () => {
  const offer: Offer = {
    baseForms: ['ante', 'pairPlus', 'ante+pairPlus'],
    sideBets: ['sixCard', 'jackpot'],
  };
  const accepted = (bets: BetName[], changed: Partial<Offer> = {}, base = 'any-base-bet') => {
    const stakes = Object.fromEntries(bets.map((bet) => [bet, 10n]));
    const sideBetBase = base as 'any-base-bet' | 'both-base-bets';
    const policies = { ...defaultJackpotPolicies, sideBetBase };
    return acceptBets({ ...offer, ...changed }, stakes, policies).accepted;
  };

  test('(1) a form of base bets that is not offered does not stand', () => {
    expect(accepted(['ante'], { baseForms: ['ante+pairPlus'] })).toEqual([]);
    expect(accepted(['ante', 'pairPlus'], { baseForms: ['ante', 'pairPlus'] })).toEqual([]);
    expect(accepted(['ante', 'sixCard'], { baseForms: ['pairPlus'] })).toEqual([]);
  });

  test('(2)-(3) an additional bet needs a base bet, or both by the other reading', () => {
    expect(accepted(['sixCard', 'jackpot'])).toEqual([]);
    expect(accepted(['pairPlus', 'jackpot'])).toEqual(['pairPlus', 'jackpot']);
    expect(accepted(['pairPlus', 'jackpot'], {}, 'both-base-bets')).toEqual(['pairPlus']);
    const all: BetName[] = ['ante', 'pairPlus', 'sixCard', 'jackpot'];
    expect(accepted(all, {}, 'both-base-bets')).toEqual(all);
  });
});

test('Article 5: six to eight hands, and the boxes from the dealer outwards', () => {
  expect([5, 6, 7, 8, 9, 6.5].map((hands) => handRules2025.refuseHands(hands)?.clause)).toEqual([
    'Art. 5(2)',
    undefined,
    undefined,
    undefined,
    'Art. 5(2)',
    'Art. 5(2)',
  ]);
  expect(boxesFromDealer).toEqual(['additional-bets', 'pair-plus', 'ante', 'raise']);
});

test('Article 6: thirteen ranks, twelve sequences of three, ten of five', () => {
  expect(singleCards).toEqual(ranks.toReversed());
  expect(sequencesOfThree.map((sequence) => sequence.join(''))).toEqual([
    ...['AKQ', 'KQJ', 'QJT', 'JT9', 'T98', '987', '876', '765', '654', '543', '432', '32A'],
  ]);
  expect(sequencesOfFive.map((sequence) => sequence.join(''))).toEqual([
    ...['AKQJT', 'KQJT9', 'QJT98', 'JT987', 'T9876', '98765', '87654', '76543', '65432', '5432A'],
  ]);
});

test('Article 8: the six phases in their order', () => {
  expect(phases.map(phaseAfter)).toEqual(['bet', 'deal', 'raise', 'result', 'pay', undefined]);
});

test('Article 9: by hand the part below the cut goes on top, by machine nothing is cut', () => {
  expect(cutDeck(['a', 'b', 'c', 'd'], 1)).toEqual(['b', 'c', 'd', 'a']);
  expect(new Set(cutDeck(deck, 20)).size).toBe(52);
  expect(() => cutDeck(deck, 53)).toThrow('cannot be cut');
  expect([usesCutCard('manual'), usesCutCard('shuffler')]).toEqual([true, false]);
});

test('Article 10: limits with their bounds, the own hand, nothing after the first card', () => {
  const { refuseStake, refuseFurtherHand, refuseLateBet } = betRules2025;
  const limits = { min: 100n, max: 5_000n };
  const clauses = [99n, 100n, 5_000n, 5_001n].map((stake) => refuseStake(stake, limits)?.clause);
  expect(clauses).toEqual(['Art. 10(1)', undefined, undefined, 'Art. 10(1)']);
  expect(refuseFurtherHand(3, [3])).toBeUndefined();
  expect(refuseFurtherHand(3, [3, 4])?.clause).toBe('Art. 10(2)');
  expect(refuseLateBet(0)).toBeUndefined();
  expect(refuseLateBet(1)?.clause).toBe('Art. 10(3)');
});

describe('Article 11', () => {
  const plan = (
    method: 'manual' | 'shuffler',
    betting: number[],
    jackpot: number[],
    threes = true,
  ) =>
    dealPlan({
      method,
      dispensesThreeOnly: threes,
      bettingSeats: betting,
      jackpotSeats: jackpot,
    }).join('');

  test('(1)-(2) by hand one card at a time, by machine three, the dealer last', () => {
    expect(plan('manual', [4, 1], [])).toBe('141414DDD');
    expect(plan('shuffler', [4, 1], [])).toBe('111444DDD');
  });

  test('(3)-(4) community cards for a jackpot bet, a card burned only by such a shuffler', () => {
    expect(plan('manual', [2], [2])).toBe('222DDDCC');
    expect(plan('shuffler', [2], [2])).toBe('222DDDXCC');
    expect(plan('shuffler', [2], [2], false)).toBe('222DDDCC');
    expect(plan('shuffler', [2], [5])).toBe('222DDD');
  });

  test('a hand twice, or one that the table does not have, is not dealt to', () => {
    expect(() => plan('manual', [2, 2], [])).toThrow('Art. 5(2): Seat 2 is given twice');
    expect(() => plan('manual', [2, 8], [])).toThrow('Art. 5(2): There is no seat 8');
    expect(() => plan('manual', [2], [0])).toThrow('Art. 5(2): There is no seat 0');
  });

  test('at most 27 cards leave the deck', () => {
    const all = [1, 2, 3, 4, 5, 6, 7];
    expect(plan('shuffler', all, all)).toHaveLength(mostCardsDealt);
  });
});

test("Article 12: a raise is exactly the Ante, and other bets keep a folded hand's cards", () => {
  expect(refuseRaise(100n, 100n)).toBeUndefined();
  expect(refuseRaise(100n, 150n)?.reason).toBe('raise-not-the-ante');
  expect(refuseRaise(0n, 50n)?.reason).toBe('raise-without-ante');
  const none = { pairPlus: 0n, sixCard: 0n, jackpot: 0n };
  expect(keepsCardsWithoutRaise(none)).toBe(false);
  expect(keepsCardsWithoutRaise({ ...none, pairPlus: 1n })).toBe(true);
  expect(keepsCardsWithoutRaise({ ...none, jackpot: 1n })).toBe(true);
  expect([mayHoldCards(3, 3), mayHoldCards(3, 4), mayHoldCards(undefined, 4)]).toEqual([
    true,
    false,
    false,
  ]);
});

test('Article 18: each forbidden act has its paragraph, and cards are shown at the result', () => {
  const acts = Object.keys(prohibitedActs) as ProhibitedAct[];
  expect(new Set(acts.map((act) => refuseAct(act).clause))).toEqual(
    new Set(['Art. 18(1)', 'Art. 18(2)', 'Art. 18(3)']),
  );
  expect(phases.filter(mayShowCards)).toEqual(['result', 'pay']);
});
