import { isCard } from '../cards/card.js';
import { jackpotHand, type JackpotHand } from './article-07-3-jackpot-hands.js';
import { whyImpossible, whyWinsDisagree } from './article-15-1-judgement.js';
import { payJackpotRound } from './article-15-payment.js';
import { jackpotBetAfterVoid } from './article-17-irregularities.js';
import {
  defaultJackpotPolicies,
  type JackpotPolicies,
  readJackpotPolicies,
} from './jackpot-policies.js';
import { usualPrizes } from '../testing/prizes.js';

const seed = 500_000n;

function pay(
  pool: bigint,
  hands: Record<number, JackpotHand>,
  chosen: Partial<JackpotPolicies> = {},
  { payoutUnit = 1n, minorUnit = 1n } = {},
) {
  const policies = { ...defaultJackpotPolicies, ...chosen };
  const wins = Object.entries(hands).map(([seat, hand]) => ({ seat: Number(seat), hand }));
  const units = { payoutUnit, minorUnit };
  return payJackpotRound({ pool, seed, ...units, prizes: usualPrizes, policies, wins });
}

describe('Article 15(3)-(6)', () => {
  test('a share is rounded down to the payout unit, and the rest stays in the pool', () => {
    const { payouts, poolLeft } = pay(
      1_234_567n,
      { 2: 'straight-flush' },
      {},
      { payoutUnit: 100n },
    );
    expect(payouts[0]).toMatchObject({ amount: 123_400n, fromPool: 123_400n, basis: 'share' });
    expect(poolLeft).toBe(1_234_567n - 123_400n);
  });

  // clause 6
  test('a royal flush has all that the sign showed, whatever the payout unit', () => {
    const units = { payoutUnit: 1_000_000n, minorUnit: 10n };
    const settled = pay(1_234_567n, { 2: 'royal-flush' }, {}, units);
    expect(settled.payouts[0]).toMatchObject({ amount: 1_234_560n, fromPool: 1_234_560n });
    expect(settled).toMatchObject({ poolLeft: 7n, paidOutInFull: true, topUp: 0n });
  });

  test('a share equal to the fixed amount is paid as a share', () => {
    expect(pay(300_000n, { 2: 'straight-flush' }).payouts[0]?.basis).toBe('share');
    expect(pay(299_990n, { 2: 'straight-flush' }).payouts[0]?.basis).toBe('fixed');
  });

  test('without a deduction for fixed amounts a royal paid the fixed amount takes nothing', () => {
    const settled = pay(
      200_000n,
      { 1: 'royal-flush' },
      { percentTierDeduction: 'none-when-fixed' },
    );
    expect(settled).toMatchObject({ poolLeft: 200_000n, paidOutInFull: false });
    expect(settled.payouts[0]).toMatchObject({ amount: 300_000n, fromHouse: 300_000n });
  });

  test('the pool never falls below zero under any policy', () => {
    const hands = { 1: 'flush', 2: 'straight-flush', 3: 'straight-flush', 4: 'flush' } as const;
    for (const percentTierDeduction of ['percentage', 'amount-paid', 'none-when-fixed'] as const) {
      const settled = pay(20_000n, hands, { percentTierDeduction, fixedTiersFromPool: true });
      expect(settled.poolLeft).toBeGreaterThanOrEqual(0n);
      for (const { amount, fromPool, fromHouse } of settled.payouts) {
        expect(fromPool + fromHouse).toBe(amount);
      }
    }
  });

  test.each([
    ['a straight flush', 20_000n, { 1: 'straight-flush' }, { percentTierDeduction: 'amount-paid' }],
    ['a flush', 500n, { 1: 'flush' }, { fixedTiersFromPool: true }],
    ['a flush to the last', 750n, { 1: 'flush' }, { fixedTiersFromPool: true }],
    ['the first of two', 750n, { 1: 'flush', 5: 'flush' }, { fixedTiersFromPool: true }],
  ] as [string, bigint, Record<number, JackpotHand>, Partial<JackpotPolicies>][])(
    '(6) %s that takes the last of the pool pays it out in full, and nothing is topped up',
    (_, pool, hands, chosen) => {
      const settled = pay(pool, hands, { ...chosen, floorAtSeed: true });
      expect(settled).toMatchObject({ poolLeft: 0n, paidOutInFull: true, topUp: 0n });
    },
  );

  test('(6) a pool that was empty and paid nothing is not paid out, unless to a royal', () => {
    const fromPool = { percentTierDeduction: 'amount-paid', fixedTiersFromPool: true } as const;
    for (const hand of ['straight-flush', 'flush'] as const) {
      expect(pay(0n, { 1: hand }, fromPool).paidOutInFull).toBe(false);
    }
    expect(pay(0n, {}, fromPool).paidOutInFull).toBe(false);
    expect(pay(0n, { 1: 'royal-flush' }).paidOutInFull).toBe(true);
  });

  test('(6) by default a straight flush alone never pays the pool out', () => {
    for (const pool of [0n, 1n, 9n, 10n, 20_000n]) {
      const settled = pay(pool, { 1: 'straight-flush', 2: 'straight-flush', 3: 'flush' });
      expect(settled.paidOutInFull).toBe(false);
    }
  });

  test('where only the two change places, the other winners keep theirs', () => {
    const hands = { 1: 'royal-flush', 2: 'flush', 4: 'straight-flush' } as const;
    const order = (chosen: Partial<JackpotPolicies>) =>
      pay(1_000_000n, hands, chosen).payouts.map(({ seat }) => seat);
    expect(order({})).toEqual([4, 1, 2]);
    expect(order({ jackpotPayOrder: 'swap-those-two' })).toEqual([4, 2, 1]);
  });

  test('the floor is restored by the house, and only after a payout', () => {
    const floorAtSeed = true;
    expect(pay(500_000n, { 1: 'straight-flush' }, { floorAtSeed }).topUp).toBe(50_000n);
    expect(pay(400_000n, {}, { floorAtSeed }).topUp).toBe(0n);
  });
});

describe('Article 15(1)', () => {
  test.each([
    [{ 1: 'royal-flush', 2: 'royal-flush' }, /deck shows 2 × royal-flush in one round/],
    [
      { 1: 'royal-flush', 2: 'straight-flush', 3: 'straight-flush' },
      /1 × royal-flush, 2 × straight-flush/,
    ],
    [{ 1: 'four-of-a-kind', 2: 'four-of-a-kind', 3: 'four-of-a-kind' }, /3 × four-of-a-kind/],
    [{ 1: 'flush', 2: 'straight-flush', 3: 'flush', 4: 'flush' }, /1 × straight-flush, 3 × flush/],
    [
      { 1: 'flush', 2: 'full-house', 3: 'full-house', 4: 'full-house' },
      /3 × full-house, 1 × flush/,
    ],
  ] as [Record<number, JackpotHand>, RegExp][])('%j cannot be dealt', (hands, detail) => {
    const wins = Object.entries(hands).map(([seat, hand]) => ({ seat: Number(seat), hand }));
    expect(whyImpossible(wins)?.detail).toMatch(detail);
  });

  test('a seat declared twice cannot be dealt, seven full houses can', () => {
    const fullHouse = (seat: number) => ({ seat, hand: 'full-house' as const });
    expect(whyImpossible([fullHouse(1), fullHouse(1)])?.detail).toBe(
      'Seat 1 is declared twice; a seat has one hand.',
    );
    expect(whyImpossible([1, 2, 3, 4, 5, 6, 7].map(fullHouse))).toBeUndefined();
  });

  const hands = [
    { seat: 1, cards: ['As', 'Ks', 'Qs'] },
    { seat: 4, cards: ['9s', '8s', '7s'] },
    { seat: 5, cards: ['2d', '3d', '9h'] },
  ] as const;
  const deal = { hands, community: ['Js', 'Ts'] } as const;
  const royal = { seat: 1, hand: 'royal-flush' } as const;
  const straightFlush = { seat: 4, hand: 'straight-flush' } as const;

  test('the declaration that the cards show agrees', () => {
    expect(whyWinsDisagree(deal, [1, 4, 5], [straightFlush, royal])).toBeUndefined();
    expect(whyWinsDisagree(deal, [1, 5], [royal])).toBeUndefined();
  });

  test.each([
    ['a win that is not declared', [1, 4, 5], [royal], /not declared/],
    ['a hand that the cards do not show', [5], [{ seat: 5, hand: 'flush' }], /no prize/],
    ['a seat without a bet', [1], [royal, straightFlush], /no jackpot bet/],
    ['a betting seat without cards', [1, 4, 6], [royal, straightFlush], /missing/],
    ['a seat declared twice', [1, 4], [royal, royal, straightFlush], /twice/],
  ] as const)('%s is named', (_, seats, wins, detail) => {
    expect(whyWinsDisagree(deal, seats, wins)?.detail).toMatch(detail);
  });

  test('a card dealt twice and a wrong number of cards are named', () => {
    const twice = { hands, community: ['Js', 'As'] } as const;
    expect(whyWinsDisagree(twice, [1], [])?.detail).toBe('The card As is dealt twice.');
    const one = { hands: [{ seat: 1, cards: ['As'] }], community: ['Js', 'Ts'] } as const;
    expect(whyWinsDisagree(one, [1], [])?.detail).toMatch(/1 cards, not three/);
    expect(whyWinsDisagree({ hands, community: ['Js'] }, [1], [])?.detail).toMatch(/not two/);
    const again = { hands: [...hands, hands[0]], community: ['Js', 'Ts'] } as const;
    expect(whyWinsDisagree(again, [1], [])?.detail).toMatch(/given twice/);
  });
});

test('Article 17(3) carries the jackpot bet after an error in dealing and a failure of the shuffler', () => {
  expect(jackpotBetAfterVoid('dealing-procedure')).toBe('carried');
  expect(jackpotBetAfterVoid('shuffler-fault')).toBe('carried');
  expect(jackpotBetAfterVoid('dealer-card-exposed')).toBe('refunded');
  expect(jackpotBetAfterVoid('player-cards-exposed')).toBe('refunded');
  expect(jackpotBetAfterVoid('other')).toBe('refunded');
});

test('policies are completed by their defaults, or every wrong one is named', () => {
  expect(readJackpotPolicies({})).toEqual({ policies: defaultJackpotPolicies });
  const read = readJackpotPolicies({ royalBase: 'half', floorAtSeed: 'yes', toString: 1 });
  const details = 'refused' in read ? read.refused.map(({ detail }) => detail) : [];
  expect(details).toHaveLength(3);
  expect(details[0]).toBe(
    'The policy "royalBase" cannot be "half"; it is one of "after-straight-flush", "round-start".',
  );
});

test('a hand with a card twice, or too few cards, is a bug and no prize', () => {
  expect(() => jackpotHand(['As', 'As', 'Ks'], ['Qs', 'Js'])).toThrow('the card As twice');
  expect(() => jackpotHand(['As', 'Ks'], ['Qs', 'Js'])).toThrow('not 4 cards');
});

test('a card is a rank and a suit', () => {
  expect(['As', 'Td', '2c'].every(isCard)).toBe(true);
  expect(['1s', 'as', 'AS', '10d', '', 'Asd', 'toString'].some(isCard)).toBe(false);
});
