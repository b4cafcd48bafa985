import type { Card } from '../cards/card.js';
import { refuseSeats } from '../fortune-3-card-poker/refusals.js';
import { type BaseBet, hasBaseBet } from '../fortune-3-card-poker-2025/article-04-bet-forms.js';
import {
  jackpotHand,
  type JackpotHand,
} from '../fortune-3-card-poker-2025/article-07-3-jackpot-hands.js';
import { communityIsRevealed } from '../fortune-3-card-poker-2025/article-15-1-judgement.js';
import { payJackpotRound } from '../fortune-3-card-poker-2025/article-15-payment.js';
import { prizesOf } from '../fortune-3-card-poker-2025/article-16-3-jackpot-prizes.js';
import type { JackpotPolicies } from '../fortune-3-card-poker-2025/jackpot-policies.js';
import { carryToNextRound } from '../fortune-3-card-poker-2025/article-17-3-carried-bets.js';
import { faultOf } from './fault.js';

/** The questions of a vector file about the Progressive Jackpot; amounts are whole patacas. */
export interface JackpotMoney {
  pool: number;
  seed: number;
  fixed: FixedAmounts;
}

interface FixedAmounts {
  royalFlush: number;
  straightFlush: number;
  fourOfAKind: number;
  fullHouse: number;
  flush: number;
}

interface BaseStakes {
  ante?: number | undefined;
  pairPlus?: number | undefined;
}

export interface JackpotSeat extends BaseStakes {
  seat: number;
  cards: Card[];
  jackpotBet?: number | undefined;
}

export interface JackpotRoundQuestion extends JackpotMoney {
  /** Null where no community cards were dealt, and so no bet on them can stand. */
  community: Card[] | null;
  seats: JackpotSeat[];
}

export function answerJackpotHand(given: { player: Card[]; community: Card[] }): object {
  return { category: jackpotHand(given.player, given.community) ?? 'none' };
}

export function answerJackpotRound(
  given: JackpotRoundQuestion,
  policies: JackpotPolicies,
  faults: string[],
): object | undefined {
  const { community } = given;
  const places = given.seats.map(({ seat }) => seat);
  faults.push(...refuseSeats(places, { noAdditionalBets: undefined }).map(faultOf));
  if (faults.length > 0) return undefined;
  const staked = given.seats.filter(({ jackpotBet = 0 }) => jackpotBet > 0);
  const valid = staked.filter(
    (seat) => community !== null && hasBaseBet(baseBetsOf(seat), policies),
  );
  const invalid = staked.filter((seat) => !valid.includes(seat));
  const refunded = policies.invalidSideBet === 'refund' ? invalid : [];
  const { payouts, poolAfter } = pay(given, valid, community ?? [], policies);
  const winners = valid.filter(({ seat }) => payouts.some((payout) => payout.seat === seat));
  const returned = policies.jackpotStakeOnWin === 'returned' ? winners : [];
  return {
    payouts,
    poolAfter,
    communityRevealed: communityIsRevealed(valid.map(({ seat }) => seat)),
    stakesRefunded: Object.fromEntries(refunded.map(({ seat, jackpotBet }) => [seat, jackpotBet])),
    stakesReturned: returned.reduce((sum, { jackpotBet = 0 }) => sum + jackpotBet, 0),
  };
}

export interface CarryQuestion extends JackpotMoney {
  carried: number;
  nextBase: BaseStakes;
  cards: Card[] | null;
  community: Card[] | null;
}

export function answerCarryNext(given: CarryQuestion, policies: JackpotPolicies): object {
  const fate = carryToNextRound(baseBetsOf(given.nextBase), policies);
  const stake = (...fates: string[]): number => (fates.includes(fate) ? given.carried : 0);
  const hasCards = given.cards !== null && given.community !== null;
  const inPlay = fate === 'in-play' && given.carried > 0 && hasCards;
  const seat = { seat: 1, cards: given.cards ?? [], jackpotBet: given.carried };
  const { payouts } = pay(given, inPlay ? [seat] : [], given.community ?? [], policies);
  return {
    stakeInPlay: stake('in-play'),
    newStakeTaken: 0,
    refund: stake('refund'),
    held: stake('hold'),
    carried: stake('hold'),
    forfeited: stake('forfeit'),
    prize: payouts[0]?.amount ?? 0,
  };
}

export function baseBetsOf(bets: BaseStakes): BaseBet[] {
  const made: BaseBet[] = [];
  if ((bets.ante ?? 0) > 0) made.push('ante');
  if ((bets.pairPlus ?? 0) > 0) made.push('pair-plus');
  return made;
}

function pay(
  money: JackpotMoney,
  seats: readonly JackpotSeat[],
  community: readonly Card[],
  policies: JackpotPolicies,
) {
  const wins = seats.flatMap(({ seat, cards }) => {
    const hand = jackpotHand(cards, community);
    return hand === undefined ? [] : [{ seat, hand }];
  });
  const seed = BigInt(money.seed);
  const pool = BigInt(money.pool);
  const prizes = prizesOf(fixedOf(money.fixed));
  const terms = { pool, seed, payoutUnit: 1n, minorUnit: 1n, prizes };
  const settled = payJackpotRound({ ...terms, policies, wins });
  const payouts = settled.payouts.map((payout) => ({
    seat: payout.seat,
    category: payout.hand,
    amount: Number(payout.amount),
    fromPool: Number(payout.fromPool),
    fromHouse: Number(payout.fromHouse),
  }));
  const poolAfter = settled.paidOutInFull ? seed : settled.poolLeft + settled.topUp;
  return { payouts, poolAfter: Number(poolAfter) };
}

function fixedOf(fixed: FixedAmounts): Record<JackpotHand, bigint> {
  return {
    'royal-flush': BigInt(fixed.royalFlush),
    'straight-flush': BigInt(fixed.straightFlush),
    'four-of-a-kind': BigInt(fixed.fourOfAKind),
    'full-house': BigInt(fixed.fullHouse),
    flush: BigInt(fixed.flush),
  };
}
