import {
  type BaseBet,
  type Card,
  carryToNextRound,
  communityIsRevealed,
  hasBaseBet,
  jackpotHand,
  type JackpotPolicies,
  payJackpotRound,
  prizesOf,
  refuseSeats,
} from '#rules';
import type { z } from 'zod';
import { flag, integer, listSchema, natural, object } from '../reading/json.js';
import {
  communityCards,
  givenOf,
  question2025,
  refuseQuestion,
  stake,
  threeCards,
} from './question.js';

const fixedAmount = natural.transform(BigInt);

/** Members with whole patacas. */
const money = {
  pool: fixedAmount,
  seed: fixedAmount,
  fixed: object({
    royalFlush: fixedAmount,
    straightFlush: fixedAmount,
    fourOfAKind: fixedAmount,
    fullHouse: fixedAmount,
    flush: fixedAmount,
  }),
};

const jackpotRound = givenOf({
  ...money,
  /** Null if no community cards were dealt, so that no bet on them is valid. */
  community: communityCards.nullable(),
  dealer: threeCards.optional(),
  seats: listSchema(
    object({
      seat: integer,
      cards: threeCards,
      ante: stake,
      pairPlus: stake,
      raised: flag.optional(),
      jackpotBet: stake,
    }),
  ),
});

const carryNext = givenOf({
  ...money,
  carried: natural,
  nextBase: object({ ante: stake, pairPlus: stake }),
  cards: threeCards.nullable(),
  community: communityCards.nullable(),
});

/** The questions of a vector file about the Progressive Jackpot. */
export const jackpotAnswers = {
  jackpotHand: question2025(
    givenOf({ player: threeCards, community: communityCards }),
    ({ player, community }) => ({
      answer: { category: jackpotHand(player, community) ?? 'none' },
    }),
  ),

  jackpotRound: question2025(jackpotRound, (given, policies, rules) => {
    const { community, seats } = given;
    const numbers = seats.map(({ seat }) => seat);
    const [refusal] = refuseSeats(numbers, rules);
    if (refusal !== undefined) return refuseQuestion(refusal);
    const bets = seats.filter(({ jackpotBet }) => jackpotBet > 0n);
    const valid = bets.filter((bet) => community !== null && hasBaseBet(baseBetsOf(bet), policies));
    const invalid = bets.filter((bet) => !valid.includes(bet));
    const refunded = policies.invalidSideBet === 'refund' ? invalid : [];
    const { payouts, poolAfter } = payAsked(given, valid, community ?? [], policies);
    const winners = valid.filter(({ seat }) => payouts.some((payout) => payout.seat === seat));
    const returned = policies.jackpotStakeOnWin === 'returned' ? winners : [];
    return {
      answer: {
        payouts,
        poolAfter,
        communityRevealed: communityIsRevealed(valid.map(({ seat }) => seat)),
        stakesRefunded: Object.fromEntries(
          refunded.map(({ seat, jackpotBet }) => [seat, Number(jackpotBet)]),
        ),
        stakesReturned: returned.reduce((sum, { jackpotBet }) => sum + Number(jackpotBet), 0),
      },
    };
  }),

  carryNext: question2025(carryNext, (given, policies) => {
    const { carried, nextBase, cards, community } = given;
    const fate = carryToNextRound(baseBetsOf(nextBase), policies);
    const isJudged = fate === 'in-play' && carried > 0 && cards !== null && community !== null;
    const { payouts } = isJudged
      ? payAsked(given, [{ seat: 1, cards }], community, policies)
      : { payouts: [] };
    return {
      answer: {
        stakeInPlay: fate === 'in-play' ? carried : 0,
        newStakeTaken: 0,
        refund: fate === 'refund' ? carried : 0,
        prize: payouts[0]?.amount ?? 0,
      },
    };
  }),
};

function baseBetsOf({ ante, pairPlus }: { ante: bigint; pairPlus: bigint }): BaseBet[] {
  const bets: BaseBet[] = [];
  if (ante > 0n) bets.push('ante');
  if (pairPlus > 0n) bets.push('pair-plus');
  return bets;
}

type RoundMoney = Pick<z.output<typeof jackpotRound>, 'pool' | 'seed' | 'fixed'>;

function payAsked(
  { pool, seed, fixed }: RoundMoney,
  bets: readonly { seat: number; cards: readonly Card[] }[],
  community: readonly Card[],
  policies: JackpotPolicies,
) {
  const wins = bets.flatMap(({ seat, cards }) => {
    const hand = jackpotHand(cards, community);
    return hand === undefined ? [] : [{ seat, hand }];
  });
  const prizes = prizesOf({
    'royal-flush': fixed.royalFlush,
    'straight-flush': fixed.straightFlush,
    'four-of-a-kind': fixed.fourOfAKind,
    'full-house': fixed.fullHouse,
    flush: fixed.flush,
  });
  const terms = { pool, seed, payoutUnit: 1n, minorUnit: 1n, prizes };
  const settled = payJackpotRound({ ...terms, policies, wins });
  const payouts = settled.payouts.map(({ seat, hand, amount, fromPool, fromHouse }) => ({
    seat,
    category: hand as string,
    amount: Number(amount),
    fromPool: Number(fromPool),
    fromHouse: Number(fromHouse),
  }));
  const poolAfter = settled.paidOutInFull ? seed : settled.poolLeft + settled.topUp;
  return { payouts, poolAfter: Number(poolAfter) };
}
