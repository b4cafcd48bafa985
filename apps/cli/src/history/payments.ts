import type { AwardMessage } from '#contract';
import { roundToPay, termsOf } from '#pools';
import {
  cardNumber,
  fiveCardCombination,
  fiveCardPlace,
  payJackpotRound,
  shareBase,
  shareUnit,
  type Card,
  type FiveCardCombination,
} from '#rules';
import type { TracedAward } from './award-trace.js';

type Payout = AwardMessage['payouts'][number];

/** One payout with the amounts that it is calculated from, in micro-units. */
export interface Payment {
  readonly payout: Payout;
  readonly amount: bigint;
  readonly fromPool: bigint;
  readonly fromHouse: bigint;
  readonly fixed: bigint;
  readonly shareBasisPoints: number;
  /** What the share is a share of, and the share before it is rounded down. */
  readonly base: bigint;
  readonly exact: bigint;
  readonly share: bigint;
  /** What the share is rounded down to. */
  readonly unit: bigint;
  readonly poolLeft: bigint;
}

export interface Payments {
  readonly payments: readonly Payment[];
  readonly topUp: bigint;
  /** The rest from rounding of a pool that was paid out in full; it goes to the reserve. */
  readonly remainder: bigint;
}

/**
 * Calculates the award again, with the intermediate amounts.
 * @throws Error when the result is not the award, which is a bug.
 */
export function paymentsOf({
  award,
  configuration,
  exponent,
  before,
  declaration,
}: TracedAward): Payments {
  const terms = termsOf(configuration, exponent);
  const round = roundToPay({ configuration, terms }, before.pool, declaration.wins);
  const settlement = payJackpotRound(round);
  let poolLeft = before.pool;
  const payments = settlement.payouts.map((paid, index): Payment => {
    const payout = award.payouts[index] as Payout;
    if (paid.amount !== BigInt(payout.amount) * terms.minorUnitMicros) {
      throw new Error(`payout ${paid.order} of ${award.id} comes to another amount`);
    }
    const { fixed, shareBasisPoints } = terms.prizes[paid.hand];
    const base = shareBase(round, paid.hand, poolLeft);
    const exact = (base * BigInt(shareBasisPoints)) / 10_000n;
    poolLeft -= paid.fromPool;
    return {
      payout,
      amount: paid.amount,
      fromPool: paid.fromPool,
      fromHouse: paid.fromHouse,
      fixed,
      shareBasisPoints,
      base,
      exact,
      share: exact - (exact % shareUnit(round, paid.hand)),
      unit: shareUnit(round, paid.hand),
      poolLeft,
    };
  });
  const remainder = settlement.paidOutInFull ? settlement.poolLeft : 0n;
  return { payments, topUp: settlement.topUp, remainder };
}

export interface JudgedHand {
  readonly seat: number;
  readonly cards: readonly Card[];
  readonly combination: FiveCardCombination;
  readonly hasBet: boolean;
}

/** Article 15(1): each seat's three cards and the two community cards; empty if no cards were declared. */
export function judgedHands({ declaration, bets }: TracedAward): JudgedHand[] {
  const { hands = [], community = [] } = declaration;
  if (community.length !== 2) return [];
  return hands.map(({ seat, cards }) => {
    const five = [...cards, ...community].map(cardNumber) as [
      number,
      number,
      number,
      number,
      number,
    ];
    const combination = fiveCardCombination(fiveCardPlace(...five));
    return { seat, cards, combination, hasBet: bets.some(({ bet }) => bet.seat === seat) };
  });
}
