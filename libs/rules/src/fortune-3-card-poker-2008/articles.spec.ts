import { type Card } from '../cards/card.js';
import { type FortuneSettlement } from '../fortune-3-card-poker/round.js';
import { type RulesetId } from '../registry.js';
import { settle } from '../settle.js';
import { missingEquipment2008 } from './article-01-equipment.js';
import { boxesFromDealer2008, handRules2008 } from './article-02-hands.js';
import { shuffleMethods2008 } from './article-03-shuffle.js';
import { sequences2008, singleCards2008 } from './article-04-card-values.js';
import { acceptBets2008 } from './article-05-bets.js';
import { betRules2008, refuseHolding } from './article-06-betting.js';
import { dealPlan2008 } from './article-07-dealing.js';
import { hands2008 } from './article-08-hands.js';
import { irregularities2008, ruleOnIrregularity2008 } from './article-11-irregularities.js';

const words = (text: string) => text.split(' ') as Card[];

test('Article 1: a deck, a shoe, a cut card and a shuffler', () => {
  expect(missingEquipment2008(['deck-of-52', 'shoe', 'cut-card'])).toEqual(['automatic-shuffler']);
});

test('Article 2: exactly eight hands, three boxes each', () => {
  expect([6, 8, 9].map((hands) => handRules2008.refuseHands(hands)?.clause)).toEqual([
    'Art. 2(1)',
    undefined,
    'Art. 2(1)',
  ]);
  expect(boxesFromDealer2008).toEqual(['pair-plus', 'ante', 'raise']);
});

test('Article 3: by hand the deck is parted before and the cut card lies at the bottom', () => {
  expect(shuffleMethods2008.manual.cutCard).toBe('bottom');
  expect(shuffleMethods2008.shuffler.cut).toBe('none');
});

test('Article 4: twelve sequences from A-K-Q to 3-2-A', () => {
  expect(singleCards2008.join('')).toBe('AKQJT98765432');
  expect(sequences2008.at(0)).toEqual(['A', 'K', 'Q']);
  expect(sequences2008.at(-1)).toEqual(['3', '2', 'A']);
  expect(sequences2008).toHaveLength(12);
});

test('Article 5: Ante and Pair Plus, singly or together, and nothing else', () => {
  const bets = { ante: 10n, pairPlus: 10n, sixCard: 10n, jackpot: 0n };
  expect(acceptBets2008(bets)).toEqual({ accepted: ['ante', 'pairPlus'], invalid: ['sixCard'] });
});

test('Article 6: limits, the own hand, the first card, and who holds cards', () => {
  const { refuseStake, refuseFurtherHand, refuseLateBet } = betRules2008;
  const limits = { min: 100n, max: 500n };
  expect([99n, 100n, 500n, 501n].map((stake) => refuseStake(stake, limits)?.clause)).toEqual([
    'Art. 6(1)',
    undefined,
    undefined,
    'Art. 6(1)',
  ]);
  expect(refuseFurtherHand(2, [2])).toBeUndefined();
  expect(refuseFurtherHand(2, [2, 3])?.clause).toBe('Art. 6(2)');
  expect([0, 1].map((cards) => refuseLateBet(cards)?.clause)).toEqual([undefined, 'Art. 6(3)']);
  expect(refuseHolding({ seated: true, atTable: true })).toBeUndefined();
  expect(refuseHolding({ seated: true, atTable: false })?.clause).toBe('Art. 6(4)');
});

test('Article 7: the dealer is the last of each turn', () => {
  expect(dealPlan2008('manual', [5, 2]).join('')).toBe('25D25D25D');
  expect(dealPlan2008('shuffler', [5, 2]).join('')).toBe('222555DDD');
  expect(() => dealPlan2008('manual', [5, 5])).toThrow('Art. 2(1): Seat 5 is given twice');
  expect(() => dealPlan2008('manual', [8])).toThrow('Art. 2(1): There is no seat 8');
});

test('Article 8: three of a kind is the second of the hands', () => {
  expect(hands2008.slice(0, 2)).toEqual(['straight-flush', 'three-of-a-kind']);
});

describe('Article 9', () => {
  const settled = (edition: '78-2008' | '97-2008', dealer: string, bets: object, policies = {}) => {
    const id = `fortune-3-card-poker/${edition}` as RulesetId & `fortune${string}`;
    const seats = [{ seat: 1, cards: words('6s 7s 8s'), ...bets }];
    const round = { dealer: words(dealer), seats, policies };
    const settlement = settle(id, round) as FortuneSettlement;
    return settlement.seats[0]!.results.map(
      ({ bet, outcome, prize, clause }) => `${bet} ${outcome} ${prize} ${clause}`,
    );
  };
  const played = { ante: 100n, raise: 100n };
  const queenHigh = 'Qh Tc 2d';
  const jackHigh = 'Jh Tc 2d';

  test('as first published, the table of (8) takes the place of one to one', () => {
    expect(settled('78-2008', queenHigh, played)).toEqual([
      'ante won 500 Art. 9(8)(1)',
      'raise won 500 Art. 9(8)(1)',
    ]);
    expect(settled('78-2008', jackHigh, played)).toEqual([
      'ante won 100 Art. 9(6)',
      'raise returned 0 Art. 9(6)',
    ]);
  });

  test('as amended, the bonus of (8) comes beside one to one, whatever the dealer holds', () => {
    expect(settled('97-2008', jackHigh, { ...played, pairPlus: 50n })).toEqual([
      'ante won 100 Art. 9(5)',
      'raise returned 0 Art. 9(5)',
      'ante-bonus won 500 Art. 9(8)(1)',
      'pair-plus won 2000 Art. 9(9), 10(1)',
    ]);
  });

  test('equal hands are drawn by default, or the dealer wins', () => {
    const same = '6h 7h 8h';
    expect(settled('97-2008', same, played)[0]).toBe('ante returned 0 Art. 8');
    const policies = { tieMoney: 'dealer-wins' };
    expect(settled('97-2008', same, played, policies)[0]).toBe('ante lost 0 Art. 9(7)');
    expect(settled('78-2008', same, played, policies)[0]).toBe('ante lost 0 Art. 9(7)');
  });
});

describe('Article 10', () => {
  test.each([
    ['6s 7s 8s', 40],
    ['6s 6h 6d', 25],
    ['6s 7h 8s', 5],
    ['6s 7s 9s', 4],
    ['6s 6h 8s', 1],
  ])('%s pays Pair Plus %d to one', (cards, odds) => {
    const seats = [{ seat: 1, cards: words(cards), pairPlus: 10n }];
    const round = { dealer: words('Qh Tc 2d'), seats };
    const settlement = settle('fortune-3-card-poker/78-2008', round) as FortuneSettlement;
    expect(settlement.seats[0]!.results[0]!.prize).toBe(BigInt(odds * 10));
  });
});

describe('Article 11', () => {
  test.each([
    ['deal-order-or-count-error', 'void', 'refunded'],
    ['player-cards-exposed', 'continues', 'stand'],
    ['dealer-card-exposed', 'continues', 'stand'],
    ['dealt-to-non-betting-hand', 'continues', 'stand'],
    ['shuffler-failure', 'void', 'refunded'],
  ] as const)('%s: the round is %s, the bets %s', (event, round, bets) => {
    const ruling = ruleOnIrregularity2008(event, { exposedDealerCard: 'set-aside' }, [4]);
    expect(ruling).toMatchObject({ round, bets });
    expect(ruling.deadHands).toEqual(event === 'dealt-to-non-betting-hand' ? [4] : []);
    expect(irregularities2008).toContain(event);
  });

  test('(2) an exposed card of the dealer is put aside, or kept, or voids the round', () => {
    const rule = (exposedDealerCard: 'set-aside' | 'keep-face-up' | 'void') =>
      ruleOnIrregularity2008('dealer-card-exposed', { exposedDealerCard });
    expect(rule('set-aside').exposedCard).toBe('set-aside');
    expect(rule('keep-face-up').exposedCard).toBe('keep-face-up');
    expect(rule('void')).toMatchObject({ round: 'void', bets: 'refunded' });
  });
});
