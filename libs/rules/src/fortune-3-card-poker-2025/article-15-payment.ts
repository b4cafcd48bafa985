import type { Amount } from '../amount.js';
import type { JackpotHand } from './article-07-3-jackpot-hands.js';
import type { Win } from './article-15-1-judgement.js';
import type { Prize } from './article-16-3-jackpot-prizes.js';
import type { JackpotPolicies } from './jackpot-policies.js';

/**
 * Article 15(3)-(6), paying the Progressive Jackpot. Despacho 89/2025, in force from 11 November
 * 2025.
 *
 * All amounts, including `payoutUnit` and `minorUnit`, are in the caller's one unit.
 */
export interface JackpotRound {
  /**
   * The pool when the community cards are judged, including the contributions of this round (A29).
   */
  pool: Amount;
  /** The minimum amount of (6), from which the caller restarts a pool that was paid out in full. */
  seed: Amount;
  /** A straight flush's share is rounded down to a multiple of this (A11). */
  payoutUnit: Amount;
  /** A royal flush's 100 % is rounded down only to this: the value on the sign is what is paid. */
  minorUnit: Amount;
  prizes: Readonly<Record<JackpotHand, Prize>>;
  policies: JackpotPolicies;
  /** In any order; seat 1 is the first on the dealer's left. */
  wins: readonly JackpotWin[];
}

/** A win, with the prize posted for its hand if it differs from the round's `prizes`. */
export interface JackpotWin extends Win {
  prize?: Prize;
}

export interface JackpotPayout {
  /** 1 for the seat that is paid first. */
  order: number;
  seat: number;
  hand: JackpotHand;
  /** `share` if the share is at least the fixed amount. */
  basis: 'fixed' | 'share';
  amount: Amount;
  fromPool: Amount;
  fromHouse: Amount;
}

export interface JackpotSettlement {
  payouts: JackpotPayout[];
  /** The rest of the pool before a restart and before `topUp`. */
  poolLeft: Amount;
  /**
   * True if a share of 100 % was paid, or a payout took the last: the pool restarts from the seed.
   */
  paidOutInFull: boolean;
  /** The amount that the house adds under `floorAtSeed`, else 0. */
  topUp: Amount;
}

export function payJackpotRound(round: JackpotRound): JackpotSettlement {
  const payouts: JackpotPayout[] = [];
  let poolLeft = round.pool;
  let paidOutInFull = false;
  for (const win of inOrderOfPayment(round.wins, round.policies)) {
    const paid = payOne(round, win, poolLeft);
    const fromHouse = paid.amount - paid.fromPool;
    if (paid.fromPool < 0n || fromHouse < 0n || paid.fromPool > poolLeft) {
      throw new Error(`Seat ${win.seat} would be paid ${paid.fromPool} of ${poolLeft}.`);
    }
    const { basis, amount, fromPool } = paid;
    const { seat, hand } = win;
    payouts.push({ order: payouts.length + 1, seat, hand, basis, amount, fromPool, fromHouse });
    // (6) "The pool of the Progressive Jackpot falls in the proportion paid; paid out completely,
    // it accumulates anew from the minimum amount." By default only a royal flush can pay it out;
    // under other readings of A15 and A16 any prize may take the last of it. A pool that was empty
    // before is not paid out.
    poolLeft -= fromPool;
    paidOutInFull ||= paid.inFull || (fromPool > 0n && poolLeft === 0n);
  }
  return { payouts, poolLeft, paidOutInFull, topUp: topUpOf(round, poolLeft, paidOutInFull) };
}

function inOrderOfPayment(
  wins: readonly JackpotWin[],
  { jackpotPayOrder }: JackpotPolicies,
): JackpotWin[] {
  // (3) "If several hands win the Progressive Jackpot at once, the dealer begins to pay with the
  // first hand on his left."
  const bySeat = wins.toSorted((one, other) => one.seat - other.seat);
  const straightFlushes = bySeat.filter(({ hand }) => hand === 'straight-flush');
  const royals = bySeat.filter(({ hand }) => hand === 'royal-flush');
  if (straightFlushes.length === 0 || royals.length === 0) return bySeat;
  // (5) "If in one round players hold a royal flush and a straight flush, the dealer pays the
  // holder of the straight flush first." A18 asks whether the straight flushes go before everybody
  // or only change places with the royal flush.
  switch (jackpotPayOrder) {
    case 'straight-flushes-first':
      return [...straightFlushes, ...bySeat.filter(({ hand }) => hand !== 'straight-flush')];
    case 'swap-those-two': {
      const swapped = [...straightFlushes, ...royals].values();
      return bySeat.map((win) => (isStraightFlush(win.hand) ? swapped.next().value! : win));
    }
  }
}

function isStraightFlush(hand: JackpotHand): boolean {
  return hand === 'royal-flush' || hand === 'straight-flush';
}

interface Payment {
  basis: 'fixed' | 'share';
  amount: Amount;
  fromPool: Amount;
  /** True if the royal flush got its 100 %, though rounding may leave less than a minor unit. */
  inFull: boolean;
}

function payOne(round: JackpotRound, { hand, prize }: JackpotWin, poolLeft: Amount): Payment {
  const { fixed, shareBasisPoints } = prize ?? round.prizes[hand];
  if (shareBasisPoints === 0) {
    const fromPool = round.policies.fixedTiersFromPool ? smaller(fixed, poolLeft) : 0n;
    return { basis: 'fixed', amount: fixed, fromPool, inFull: false };
  }
  // (4) "If several hands hold a straight flush at once, each hand is paid ten per cent of the pool
  // of the Progressive Jackpot or a fixed amount, whichever is higher." The division leaves what is
  // below the unit in the pool.
  const exact = (shareBase(round, hand, poolLeft) * BigInt(shareBasisPoints)) / 10_000n;
  const share = exact - (exact % shareUnit(round, hand));
  const basis = share >= fixed ? 'share' : 'fixed';
  const amount = basis === 'share' ? share : fixed;
  const takesAll = hand === 'royal-flush' && shareBasisPoints === 10_000;
  switch (round.policies.percentTierDeduction) {
    case 'percentage':
      return { basis, amount, fromPool: smaller(share, poolLeft), inFull: takesAll };
    case 'amount-paid':
      return { basis, amount, fromPool: smaller(amount, poolLeft), inFull: takesAll };
    case 'none-when-fixed': {
      const fromPool = basis === 'share' ? smaller(share, poolLeft) : 0n;
      return { basis, amount, fromPool, inFull: takesAll && basis === 'share' };
    }
  }
}

/**
 * The amount that a share is taken from: A13 for several straight flushes, A14 for the royal flush
 * together with one.
 */
export function shareBase(round: JackpotRound, hand: JackpotHand, poolLeft: Amount): Amount {
  const { royalBase, simultaneousStraightFlushBase } = round.policies;
  if (hand === 'royal-flush') return royalBase === 'round-start' ? round.pool : poolLeft;
  return simultaneousStraightFlushBase === 'common' ? round.pool : poolLeft;
}

/** The unit that a hand's share is rounded down to. */
export function shareUnit(
  round: Pick<JackpotRound, 'payoutUnit' | 'minorUnit'>,
  hand: JackpotHand,
): Amount {
  return hand === 'royal-flush' ? round.minorUnit : round.payoutUnit;
}

/** A17: (6) itself restores the minimum only after a complete payout. */
function topUpOf(round: JackpotRound, poolLeft: Amount, paidOutInFull: boolean): Amount {
  if (!round.policies.floorAtSeed || paidOutInFull || round.wins.length === 0) return 0n;
  return poolLeft < round.seed ? round.seed - poolLeft : 0n;
}

function smaller(one: Amount, other: Amount): Amount {
  return one < other ? one : other;
}
