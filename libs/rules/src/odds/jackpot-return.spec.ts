import { type JackpotHand } from '../fortune-3-card-poker-2025/article-07-3-jackpot-hands.js';
import { prizesOf } from '../fortune-3-card-poker-2025/article-16-3-jackpot-prizes.js';
import {
  defaultJackpotPolicies,
  type JackpotPolicies,
} from '../fortune-3-card-poker-2025/jackpot-policies.js';
import { fiveCardSets } from './fortune-odds.js';
import {
  evenPool,
  expectedPoolAtRoyalFlush,
  handReturns,
  type PostedJackpot,
  returnToPlayers,
} from './jackpot-return.js';

const fixed: Record<JackpotHand, bigint> = {
  'royal-flush': 50_000_000n,
  'straight-flush': 5_000_000n,
  'four-of-a-kind': 4_000_000n,
  'full-house': 1_000_000n,
  flush: 600_000n,
};

function posted(policies: Partial<JackpotPolicies> = {}): PostedJackpot {
  return {
    ...{ stake: 5_000n, poolRate: 1_200, seed: 100_000_000n, payoutUnit: 100n, minorUnit: 1n },
    prizes: prizesOf(fixed),
    policies: { ...defaultJackpotPolicies, ...policies },
  };
}

test('the return is that of the published counts of five-card hands', () => {
  const ofSmall = 624n * 4_000_000n + 3_744n * 1_000_000n + 5_108n * 600_000n;
  for (const [pool, royal, straight] of [
    [100_000_000n, 100_000_000n, 10_000_000n],
    [20_000_000n, 50_000_000n, 5_000_000n],
    [123_456_789n, 123_456_789n, 12_345_600n],
  ] as const) {
    const expected = Number(4n * royal + 36n * straight + ofSmall) / (2_598_960 * 5_000);
    expect(returnToPlayers(posted(), pool)).toBeCloseTo(expected, 12);
  }
});

test('each hand is paid as Article 15 pays it, by pool and house', () => {
  const policies = { jackpotStakeOnWin: 'returned', fixedTiersFromPool: true } as const;
  expect(handReturns(posted(policies), 10_000_000n)).toEqual([
    hand('royal-flush', 4, 50_005_000n, 10_000_000n),
    hand('straight-flush', 36, 5_005_000n, 1_000_000n),
    hand('four-of-a-kind', 624, 4_005_000n, 4_000_000n),
    hand('full-house', 3_744, 1_005_000n, 1_000_000n),
    hand('flush', 5_108, 605_000n, 600_000n),
  ]);
});

function hand(name: JackpotHand, ways: number, prize: bigint, fromPool: bigint) {
  return { hand: name, ways, prize, fromPool, fromHouse: prize - fromPool };
}

test('the game is even from one value of the pool on, to the minor unit', () => {
  const even = evenPool(posted());
  expect(returnToPlayers(posted(), even)).toBeGreaterThanOrEqual(1);
  // The share of a straight flush is rounded down to a hundred units, the royal flush's is not.
  expect(returnToPlayers(posted(), even - 1n)).toBeLessThan(1);
  const generous = { ...posted(), prizes: prizesOf({ ...fixed, flush: 5_000_000n }) };
  expect(evenPool(generous)).toBe(0n);
});

test('a royal flush finds what a count over all bets until it finds', () => {
  let [pool, mean, isLeft] = [100_000_000, 0, 1];
  for (let bet = 0; bet < 12_000_000; bet += 1) {
    mean += isLeft * (4 / fiveCardSets) * pool;
    isLeft *= 1 - 4 / fiveCardSets;
    pool += 600 - (pool * 36) / fiveCardSets / 10;
  }
  expect(expectedPoolAtRoyalFlush(posted())! / mean).toBeCloseTo(1, 4);
});

test.each([
  { fixedTiersFromPool: true },
  { floorAtSeed: true },
  { percentTierDeduction: 'amount-paid' },
  { percentTierDeduction: 'none-when-fixed' },
] as const)('what it finds is not said with %j', (policies) => {
  expect(expectedPoolAtRoyalFlush(posted(policies))).toBeUndefined();
});
