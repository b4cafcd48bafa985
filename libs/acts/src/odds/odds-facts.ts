import type { Configuration } from '#pools';
import {
  defaultJackpotPolicies,
  evenPool,
  expectedPoolAtRoyalFlush,
  fiveCardSets,
  handReturns,
  jackpotHands,
  jackpotQuestions,
  returnToPlayers,
  type JackpotPolicies,
  type PostedJackpot,
} from '#rules';

/** Prizes and costs of a game. Amounts are minor units; parts of a stake are 0.05 for 5 %. */
export type OddsFacts = ReturnType<typeof oddsFacts>;

/**
 * Calculates the mathematics of a jackpot: each bet alone in its round, for the lowest stake.
 * @param betsADay jackpot bets of all tables, at least 1.
 */
export function oddsFacts(configuration: Configuration, betsADay: number) {
  const { seed, ceiling, rates, stake, policies } = configuration;
  const jackpot = postedOf(configuration);
  const twice = 2 * seed;
  const pools = [
    { what: 'at the seed', pool: seed },
    ...(seed > 0 && twice <= (ceiling ?? Infinity)
      ? [{ what: 'at twice the seed', pool: twice }]
      : []),
    ...(ceiling === null || ceiling === seed ? [] : [{ what: 'at the ceiling', pool: ceiling }]),
  ];
  const ofStakes = (ways: number, minor: bigint): number =>
    (ways * Number(minor)) / (fiveCardSets * stake.min);
  const atSeed = handReturns(jackpot, BigInt(seed));
  const prizes = atSeed.reduce((sum, { ways, fromHouse }) => sum + ofStakes(ways, fromHouse), 0);
  const hands = atSeed.map(({ hand, ways }) => {
    const betsBetween = fiveCardSets / ways;
    return { hand, betsBetween, daysBetween: betsBetween / betsADay };
  });
  const betsToRestart = hands[0]?.betsBetween ?? Infinity;
  const seeds = seed / stake.min / betsToRestart;
  const [pool, reserve] = [rates.pool / 10_000, rates.reserve / 10_000];
  const house = 1 - pool - reserve;
  const ofSeeds = Math.max(0, seeds - reserve);
  // Under these policies the house pays amounts that depend on how the pool moves.
  const isKnown = !policies.fixedTiersFromPool && !policies.floorAtSeed;
  const even = Number(evenPool(jackpot));
  const poolAtRoyalFlush = expectedPoolAtRoyalFlush(jackpot);
  return {
    stake: stake.min,
    betsADay,
    stakes: { pool, reserve, house },
    pools: pools.map(({ what, pool: value }) => ({
      ...{ what, pool: value },
      return: returnToPlayers(jackpot, BigInt(value)),
      hands: handReturns(jackpot, BigInt(value)).map(({ hand, ways, prize }) => ({
        ...{ hand, prize: Number(prize), ofStakes: ofStakes(ways, prize) },
      })),
    })),
    hands,
    /** At the seed; null if policies make it depend on how the pool moves. */
    house: isKnown ? { prizes, seeds: ofSeeds, keeps: house - prizes - ofSeeds } : null,
    seed: {
      amount: seed,
      ofStakes: seeds,
      /** Days until the reserve has it again; null if the reserve gets nothing. */
      daysToComeBack: reserve === 0 ? null : seed / (stake.min * reserve) / betsADay,
    },
    /** The pool from which players get their stakes back; null if the ceiling is lower. */
    evenPool: even > (ceiling ?? Infinity) ? null : even,
    /** The average, without the ceiling; null if policies make it depend on more. */
    poolAtRoyalFlush: poolAtRoyalFlush === undefined ? null : Math.round(poolAtRoyalFlush),
    readings: (Object.keys(jackpotQuestions) as (keyof JackpotPolicies)[]).map((policy) => ({
      ...{ policy, question: jackpotQuestions[policy], reading: policies[policy] },
      byDefault: defaultJackpotPolicies[policy],
    })),
  };
}

/** The form that the rules take, in minor units, for the lowest stake. */
function postedOf(configuration: Configuration): PostedJackpot {
  const { seed, stake, rates, payoutUnit, policies, prizes } = configuration;
  const posted = jackpotHands.map((hand) => {
    const { fixed, share = 0 }: { fixed: number; share?: number } = prizes[hand];
    return [hand, { fixed: BigInt(fixed), shareBasisPoints: share }];
  });
  return {
    ...{ stake: BigInt(stake.min), poolRate: rates.pool, policies },
    ...{ seed: BigInt(seed), payoutUnit: BigInt(payoutUnit), minorUnit: 1n },
    prizes: Object.fromEntries(posted) as PostedJackpot['prizes'],
  };
}
