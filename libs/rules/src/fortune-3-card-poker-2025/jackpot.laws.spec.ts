import { fc } from '#testing/laws';
import { deck } from '../cards/card.js';
import { jackpotHand, type JackpotHand, jackpotHands } from './article-07-3-jackpot-hands.js';
import { whyImpossible, whyWinsDisagree, type Win } from './article-15-1-judgement.js';
import { payJackpotRound } from './article-15-payment.js';
import { prizesOf } from './article-16-3-jackpot-prizes.js';
import { type JackpotPolicies, jackpotPolicyReadings } from './jackpot-policies.js';

const amount = fc.bigInt({ min: 0n, max: 2_000_000n });

/** Every reading of every policy, in all combinations. */
const policies = fc.record(
  Object.fromEntries(
    Object.entries(jackpotPolicyReadings).map(([key, readings]) => [
      key,
      fc.constantFrom<string | boolean>(...readings),
    ]),
  ),
) as unknown as fc.Arbitrary<JackpotPolicies>;

const prizes = fc
  .record(
    Object.fromEntries(jackpotHands.map((hand) => [hand, amount])) as Record<
      JackpotHand,
      typeof amount
    >,
  )
  .map(prizesOf);

/** Seven seats of a deal whose table cards and most others are of one suit. */
const deal = fc
  .tuple(
    fc.shuffledSubarray(
      deck.filter((card) => card.endsWith('s')),
      { minLength: 13, maxLength: 13 },
    ),
    fc.shuffledSubarray(
      deck.filter((card) => !card.endsWith('s')),
      { minLength: 12, maxLength: 12 },
    ),
  )
  .map(([spades, others]) => {
    const [first, second, ...left] = spades;
    // From the ace down: one hand then has all three cards for a royal flush.
    const high = left.sort((one, other) => deck.indexOf(other) - deck.indexOf(one));
    const cards = [...high, ...others];
    const hands = [1, 2, 3, 4, 5, 6, 7].map((seat) => ({
      seat,
      cards: cards.slice(3 * seat - 3, 3 * seat),
    }));
    return { community: [first!, second!], hands };
  });

const winsOf = (dealt: typeof deal extends fc.Arbitrary<infer Deal> ? Deal : never): Win[] =>
  dealt.hands.flatMap(({ seat, cards }) => {
    const hand = jackpotHand(cards, dealt.community);
    return hand === undefined ? [] : [{ seat, hand }];
  });

const round = fc.record({
  pool: amount,
  seed: amount,
  payoutUnit: fc.constantFrom(1n, 100n, 1_000_000n),
  minorUnit: fc.constantFrom(1n, 10n, 1_000n),
  prizes,
  policies,
  wins: deal.map(winsOf),
});

test('under any policies pool and house pay each prize, and the pool is never overdrawn', () => {
  fc.assert(
    fc.property(round, (given) => {
      const { payouts, poolLeft, topUp } = payJackpotRound(given);
      let left = given.pool;
      payouts.forEach(({ order, amount: paid, fromPool, fromHouse }, index) => {
        expect(order).toBe(index + 1);
        expect(fromPool + fromHouse).toBe(paid);
        expect(fromPool >= 0n && fromHouse >= 0n).toBe(true);
        left -= fromPool;
        expect(left >= 0n).toBe(true);
      });
      expect(poolLeft).toBe(left);
      expect(topUp >= 0n).toBe(true);
      expect(payouts.map(({ seat }) => seat).toSorted()).toEqual(
        given.wins.map(({ seat }) => seat).toSorted(),
      );
    }),
  );
});

test('nobody is paid less than the fixed amount of his hand', () => {
  fc.assert(
    fc.property(round, (given) => {
      for (const { hand, amount: paid, basis } of payJackpotRound(given).payouts) {
        const { fixed } = given.prizes[hand];
        expect(basis === 'fixed' ? paid === fixed : paid >= fixed).toBe(true);
      }
    }),
  );
});

test('the order in which the wins are given changes nothing', () => {
  fc.assert(
    fc.property(round, (given) => {
      const backwards = { ...given, wins: given.wins.toReversed() };
      expect(payJackpotRound(backwards)).toEqual(payJackpotRound(given));
    }),
  );
});

test('a royal flush, or a prize that takes the last of it, pays the pool out in full', () => {
  let [royals, emptied] = [0, 0];
  fc.assert(
    fc.property(round, (given) => {
      const royal = given.wins.some(({ hand }) => hand === 'royal-flush');
      const { paidOutInFull, poolLeft, topUp } = payJackpotRound(given);
      const isEmptied = given.pool > 0n && poolLeft === 0n;
      expect(!paidOutInFull || royal || isEmptied).toBe(true);
      if (isEmptied) expect(paidOutInFull).toBe(true);
      if (paidOutInFull) expect(topUp).toBe(0n);
      const always = given.policies.percentTierDeduction !== 'none-when-fixed';
      if (royal && always) expect(paidOutInFull).toBe(true);
      royals += Number(royal && always);
      emptied += Number(isEmptied);
    }),
    { numRuns: 1_000 },
  );
  expect(royals).toBeGreaterThan(20);
  expect(emptied).toBeGreaterThan(20);
});

test('what the cards show is never impossible, and never disagrees with itself', () => {
  fc.assert(
    fc.property(deal, (dealt) => {
      const wins = winsOf(dealt);
      expect(whyImpossible(wins)).toBeUndefined();
      expect(whyWinsDisagree(dealt, [1, 2, 3, 4, 5, 6, 7], wins)).toBeUndefined();
      const [first, ...others] = wins;
      if (first === undefined) return;
      expect(whyWinsDisagree(dealt, [1, 2, 3, 4, 5, 6, 7], others)?.detail).toMatch(
        /is not declared/,
      );
    }),
  );
});
