import type { AwardMessage } from '#contract';
import { roundToPay } from '#pools';
import {
  cardNumber,
  fiveCardCombination,
  fiveCardPlace,
  payJackpotRound,
  shareBase,
  shareUnit,
  type Card,
} from '#rules';
import type { TracedAward } from './award-trace.js';

type AwardPayout = AwardMessage['payouts'][number];

export type Payments = ReturnType<typeof paymentsOf>;
/** One payout with the amounts of its calculation, in micro-units. */
export type ExplainedPayment = Payments['payments'][number];

/**
 * Calculates the award again, with the intermediate amounts; for one that people have made, which
 * follows no rule, only the rest from rounding.
 * @throws Error if the result is not the award, which is a bug.
 */
export function paymentsOf(traced: TracedAward) {
  const { award, inForce, terms, bets, before, declaration, grant } = traced;
  if (grant !== null) {
    const fromPool = award.payouts.reduce((sum, each) => sum + each.fromPool, 0);
    const left = before.pool - BigInt(fromPool) * inForce.minorUnitMicros;
    // A rest larger than a rounding stays in the pool, in addition to the seed.
    const isRounding = left < inForce.minorUnitMicros;
    return { payments: [], topUp: 0n, remainder: award.restart && isRounding ? left : 0n };
  }
  const termsOf = (seat: number) => bets.find(({ bet }) => bet.seat === seat)?.terms ?? terms;
  const wins = declaration.wins.map(({ seat, hand }) => {
    return { seat, hand, prize: termsOf(seat).prizes[hand] };
  });
  const round = roundToPay(inForce, terms, before.pool, wins);
  const settlement = payJackpotRound(round);
  let poolLeft = before.pool;
  const payments = settlement.payouts.map((paid, index) => {
    const payout = award.payouts[index] as AwardPayout;
    if (paid.amount !== BigInt(payout.amount) * inForce.minorUnitMicros) {
      throw new Error(`payout ${paid.order} of ${award.id} comes to another amount`);
    }
    const { name, prizes } = termsOf(paid.seat);
    const { fixed, shareBasisPoints } = prizes[paid.hand];
    const base = shareBase(round, paid.hand, poolLeft);
    const unit = shareUnit(round, paid.hand);
    // The share before rounding down to the unit.
    const exact = (base * BigInt(shareBasisPoints)) / 10_000n;
    poolLeft -= paid.fromPool;
    const share = exact - (exact % unit);
    const { amount, fromPool, fromHouse } = paid;
    const calculation = {
      terms: name,
      fixed,
      shareBasisPoints,
      base,
      exact,
      share,
      unit,
      poolLeft,
    };
    return { payout, amount, fromPool, fromHouse, ...calculation };
  });
  // If a pool was paid out in full, the rest from rounding goes to the reserve.
  const remainder = settlement.paidOutInFull ? settlement.poolLeft : 0n;
  return { payments, topUp: settlement.topUp, remainder };
}

export type JudgedHand = ReturnType<typeof judgedHands>[number];

/** Article 15(1): each seat's three cards and the community cards; empty if none were declared. */
export function judgedHands({ declaration, bets }: TracedAward) {
  const { hands = [], community = [] } = declaration;
  if (community.length !== 2) return [];
  return hands.map(({ seat, cards }) => {
    const combination = shownCombination(cards, community);
    return { seat, cards, combination, hasBet: bets.some(({ bet }) => bet.seat === seat) };
  });
}

/** The combination of a seat's three cards with the two of the table (Art. 15(1)). */
export function shownCombination(cards: readonly Card[], community: readonly Card[]) {
  const five = [...cards, ...community].map(cardNumber) as Parameters<typeof fiveCardPlace>;
  return fiveCardCombination(fiveCardPlace(...five));
}
