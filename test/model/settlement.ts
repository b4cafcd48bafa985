import { isFull, nothingMoved, sumOf, sumOfSeats } from './claims.js';
import { putInForce, reading } from './configuration.js';
import { minorUnit, roundDown } from './currency.js';
import type { Award, Moved, Payout } from './award-words.js';
import {
  Refusal,
  type Configuration,
  type Hand,
  type Jackpot,
  type Round,
  type RoundSettled,
  type Win,
} from './events.js';
import { post } from './ledger.js';

interface Prize {
  basis: 'fixed' | 'share';
  amount: bigint;
  /** The amount that the policies take from the pool, at most its content. */
  wanted: bigint;
}

/** Three quarters of the ledger's range (contract 3.5, 7). */
const MOST_OF_PRIZES = (3n * (2n ** 62n - 1n)) / 4n;

const lower = (a: bigint, b: bigint) => (a < b ? a : b);

/** Article 15(3) and 15(5). */
export function payOrder(wins: readonly Win[], manner: string | boolean): Win[] {
  const bySeat = [...wins].sort((a, b) => a.seat - b.seat);
  const royal = bySeat.findIndex((win) => win.hand === 'royal-flush');
  const straight = bySeat.findIndex((win) => win.hand === 'straight-flush');
  if (royal < 0 || straight < 0) return bySeat;
  if (manner === 'straight-flushes-first') {
    const first = bySeat.filter((win) => win.hand === 'straight-flush');
    return [...first, ...bySeat.filter((win) => win.hand !== 'straight-flush')];
  }
  const [early, late] = [bySeat[royal], bySeat[straight]];
  if (early && late && royal < straight) {
    bySeat[royal] = late;
    bySeat[straight] = early;
  }
  return bySeat;
}

/**
 * contract 5.1: uses the amounts of the bet's terms and the readings of the round's terms.
 * @param posted of the round
 */
function prizeOf(
  jackpot: Jackpot,
  hand: Hand,
  poolBefore: bigint,
  { posted, ofBet }: { posted: Configuration; ofBet: Configuration },
): Prize {
  const { configuration, accounts } = jackpot;
  const unit = minorUnit(configuration.currency);
  const terms = ofBet.prizes[hand];
  const fixed = BigInt(terms?.fixed ?? 0) * unit;
  if (hand !== 'royal-flush' && hand !== 'straight-flush') {
    const fromPool = reading(posted, 'fixedTiersFromPool') === true;
    return { basis: 'fixed', amount: fixed, wanted: fromPool ? fixed : 0n };
  }
  const royal = hand === 'royal-flush';
  const policy = royal ? 'royalBase' : 'simultaneousStraightFlushBase';
  const atStart = ['round-start', 'common'].includes(String(reading(posted, policy)));
  const base = atStart ? poolBefore : accounts.pool;
  const exact = (base * BigInt(terms?.share ?? 0)) / 10_000n;
  const step = royal ? unit : unit * BigInt(posted.payoutUnit ?? 1);
  const share = roundDown(exact, step);
  if (share >= fixed) return { basis: 'share', amount: share, wanted: share };
  const deduction = reading(posted, 'percentTierDeduction');
  const wanted = { percentage: share, 'amount-paid': fixed, 'none-when-fixed': 0n }[
    String(deduction)
  ];
  return { basis: 'fixed', amount: fixed, wanted: wanted ?? share };
}

/**
 * Article 15(6): restarts the pool from the minimum; the reserve pays as much of it as it can.
 * @param stays the part of the pool that was not paid out and stays in it
 */
export function restart(jackpot: Jackpot, moved: Moved, stays = 0n): NonNullable<Award['restart']> {
  moved.remainder = jackpot.accounts.pool - stays;
  moved.pooledBefore = jackpot.pooled;
  moved.seedOfHouseBefore = jackpot.seedOfHouse;
  post(jackpot, 'remainder', { pool: -moved.remainder, reserve: moved.remainder });
  if (jackpot.pending) putInForce(jackpot, jackpot.pending);
  jackpot.generation += 1;
  jackpot.pooled = [jackpot.generation];
  const unit = minorUnit(jackpot.configuration.currency);
  moved.seed = BigInt(jackpot.configuration.seed) * unit;
  moved.reserveOfSeed = lower(moved.seed, jackpot.accounts.reserve);
  post(jackpot, 'seed', { pool: moved.seed, reserve: -moved.reserveOfSeed });
  jackpot.seedOfHouse = moved.seed - moved.reserveOfSeed;
  const fromReserve = Number(moved.reserveOfSeed / unit);
  const { seed } = jackpot.configuration;
  return { seed, fromReserve, fromHouse: seed - fromReserve };
}

/** Policy `floorAtSeed`: the house tops up the pool, without a restart or a new generation. */
function topUp(jackpot: Jackpot, moved: Moved): void {
  const unit = minorUnit(jackpot.configuration.currency);
  const missing = BigInt(jackpot.configuration.seed) * unit - jackpot.accounts.pool;
  if (missing <= 0n) return;
  moved.seed = missing;
  post(jackpot, 'top-up', { pool: missing });
}

/** The members of an award about its money. */
export type Settled = Pick<Award, 'currency' | 'poolBefore' | 'poolAfter' | 'payouts' | 'restart'>;

/** contract 4.8: whether an award of this sum, in minor units, waits for its verification. */
function isLocked(jackpot: Jackpot, sum: number, hasSignedCards: boolean): boolean {
  const { verifyAbove = null, verifyAboveWithCards = null } = jackpot.configuration;
  const withCards = verifyAboveWithCards ?? verifyAbove;
  const least = hasSignedCards ? withCards : verifyAbove;
  return least !== null && sum >= least;
}

/** contract 4.8: whether the pool cannot affect the payments for these wins. */
function isOfHouseAlone(
  posted: Configuration,
  bets: Round['bets'],
  { wins }: RoundSettled,
  terms: Round['terms'],
): boolean {
  if (reading(posted, 'fixedTiersFromPool') === true) return false;
  if (reading(posted, 'floorAtSeed') === true) return false;
  return wins.every(({ seat, hand }) => {
    const ofBet = (bets.find((bet) => bet.seat === seat)?.terms ?? terms).posted;
    return (ofBet.prizes[hand]?.share ?? 0) === 0;
  });
}

/**
 * contract 7, for a round whose wins are known to be right.
 * @param by the table, and whether its signature was verified
 */
export function settle(
  jackpot: Jackpot,
  { terms, bets }: Round,
  settled: RoundSettled,
  by: { source: string; isVerified: boolean },
) {
  const { configuration } = jackpot;
  const { posted } = terms;
  const unit = minorUnit(configuration.currency);
  const minor = (micros: bigint) => Number(micros / unit);
  const poolBefore = jackpot.accounts.pool;
  const payouts: Payout[] = [];
  const moved = nothingMoved(jackpot);
  moved.isOfHouseAlone = isOfHouseAlone(posted, bets, settled, terms);
  moved.restartsByHands =
    reading(posted, 'fixedTiersFromPool') !== true &&
    reading(posted, 'floorAtSeed') !== true &&
    reading(posted, 'percentTierDeduction') === 'percentage';
  let poolWasTaken = false;
  let stakes = 0n;
  for (const win of payOrder(settled.wins, reading(posted, 'jackpotPayOrder'))) {
    const bet = bets.find(({ seat }) => seat === win.seat);
    const ofBet = (bet?.terms ?? terms).posted;
    const prize = prizeOf(jackpot, win.hand, poolBefore, { posted, ofBet });
    const fromPool = lower(prize.wanted, jackpot.accounts.pool);
    const payout: Payout = {
      order: payouts.length + 1,
      ...{ seat: win.seat, hand: win.hand, basis: prize.basis, amount: minor(prize.amount) },
      ...{ fromPool: minor(fromPool), fromHouse: minor(prize.amount) - minor(fromPool) },
    };
    let stake = 0n;
    if (reading(posted, 'jackpotStakeOnWin') === 'returned') {
      stake = bet?.stakeMicros ?? 0n;
      payout.stakeReturned = minor(stake);
    }
    post(jackpot, 'award', { players: prize.amount, pool: -fromPool });
    post(jackpot, 'stake-returned', { players: stake });
    stakes += stake;
    moved.fromPool += fromPool;
    moved.seats.set(win.seat, prize.amount + stake);
    const spared =
      prize.basis === 'fixed' && reading(posted, 'percentTierDeduction') === 'none-when-fixed';
    const tookTheLast = fromPool > 0n && jackpot.accounts.pool === 0n;
    if ((win.hand === 'royal-flush' && !spared) || tookTheLast) poolWasTaken = true;
    payouts.push(payout);
  }
  const { players, held: heldBefore, house } = jackpot.accounts;
  const given = sumOfSeats(moved);
  const isBeyond = players + heldBefore > MOST_OF_PRIZES || heldBefore + given > MOST_OF_PRIZES;
  if (isBeyond || house < -MOST_OF_PRIZES) throw new Refusal('ledger-range');
  const hasSignedCards = by.isVerified && (settled.hands ?? []).length > 0;
  const isToWait = isLocked(jackpot, sumOf(payouts), hasSignedCards);
  if (isToWait && isFull(jackpot, by.source, by.isVerified)) throw new Refusal('too-many-claims');
  if (isToWait) {
    const prizes = given - stakes;
    post(jackpot, 'award', { players: -prizes, held: prizes }, 0);
    post(jackpot, 'stake-returned', { players: -stakes, held: stakes }, 0);
  }
  const anew = poolWasTaken ? restart(jackpot, moved) : null;
  if (!anew && reading(posted, 'floorAtSeed') === true) topUp(jackpot, moved);
  const poolAfter = minor(jackpot.accounts.pool);
  const { currency } = configuration;
  const words: Settled = {
    ...{ currency, poolBefore: minor(poolBefore), poolAfter },
    ...{ payouts, restart: anew },
  };
  return { words, moved, isLocked: isToWait };
}
