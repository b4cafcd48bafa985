import { type CheckedConfiguration } from '#contract';
import {
  evenPool,
  expectedPoolAtRoyalFlush,
  fiveCardSets,
  handReturns,
  jackpotHands,
  jackpotQuestions,
  returnToPlayers,
  type JackpotHand,
  type JackpotPolicies,
  type PostedJackpot,
} from '#rules';

/** What a game gives and costs. Amounts are minor units; parts of a stake are 0.05 for 5 %. */
export type OddsFacts = ReturnType<typeof oddsFacts>;

/**
 * The mathematics of a jackpot: each bet alone in its round, for the lowest stake.
 * @param betsADay jackpot bets of all tables, at least 1.
 */
export function oddsFacts(configuration: CheckedConfiguration, betsADay: number) {
  const { seed, ceiling, rates, stake, policies } = configuration;
  const jackpot = postedOf(configuration);
  const pools = [
    { what: 'at the seed', pool: seed },
    { what: 'at twice the seed', pool: 2 * seed },
    ...(ceiling === null ? [] : [{ what: 'at the ceiling', pool: ceiling }]),
  ];
  const atSeed = handReturns(jackpot, BigInt(seed));
  const ofStakes = (ways: number, minor: bigint): number =>
    (ways * Number(minor)) / (fiveCardSets * stake.min);
  const housePays = atSeed.reduce((sum, { ways, fromHouse }) => sum + ofStakes(ways, fromHouse), 0);
  const houseHas = (10_000 - rates.pool - rates.reserve) / 10_000;
  const betsBetween = (hand: JackpotHand): number =>
    fiveCardSets / (atSeed.find((each) => each.hand === hand)?.ways ?? 0);
  const ofReserve = (stake.min * rates.reserve) / 10_000;
  return {
    stake: stake.min,
    betsADay,
    pools: pools.map(({ what, pool }) => ({
      ...{ what, pool },
      return: returnToPlayers(jackpot, BigInt(pool)),
      hands: handReturns(jackpot, BigInt(pool)).map(({ hand, ways, prize }) => ({
        ...{ hand, prize: Number(prize) },
        ofStakes: ofStakes(ways, prize),
      })),
    })),
    hands: jackpotHands.map((hand) => ({
      ...{ hand, betsBetween: betsBetween(hand) },
      daysBetween: betsBetween(hand) / betsADay,
    })),
    /** At the seed. */
    house: { has: houseHas, pays: housePays, keeps: houseHas - housePays },
    seed: {
      amount: seed,
      ofStakes: seed / stake.min / betsBetween('royal-flush'),
      reserveHas: rates.reserve / 10_000,
      /** Until the reserve has it again; null where the reserve gets nothing. */
      daysToComeBack: ofReserve === 0 ? null : seed / ofReserve / betsADay,
    },
    evenPool: Number(evenPool(jackpot)),
    poolAtRoyalFlush: Math.round(expectedPoolAtRoyalFlush(jackpot)),
    readings: (Object.keys(jackpotQuestions) as (keyof JackpotPolicies)[]).map((policy) => ({
      ...{ policy, question: jackpotQuestions[policy], reading: policies[policy] },
    })),
  };
}

/** As the rules take it, in minor units, for the lowest stake. */
function postedOf(configuration: CheckedConfiguration): PostedJackpot {
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
