import { minorUnit, putInForce, reading, roundDown } from './configuration.js';
import type { Award, Bet, Hand, Jackpot, Payout, Win } from './events.js';
import { post } from './ledger.js';

interface Prize {
  basis: 'fixed' | 'share';
  amount: bigint;
  /** What the policies take from the pool, at most what it has. */
  wanted: bigint;
}

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

function prizeOf(jackpot: Jackpot, hand: Hand, poolBefore: bigint): Prize {
  const { configuration, accounts } = jackpot;
  const unit = minorUnit(configuration.currency);
  const terms = configuration.prizes[hand];
  const fixed = BigInt(terms?.fixed ?? 0) * unit;
  if (hand !== 'royal-flush' && hand !== 'straight-flush') {
    const fromPool = reading(configuration, 'fixedTiersFromPool') === true;
    return { basis: 'fixed', amount: fixed, wanted: fromPool ? fixed : 0n };
  }
  const royal = hand === 'royal-flush';
  const policy = royal ? 'royalBase' : 'simultaneousStraightFlushBase';
  const atStart = ['round-start', 'common'].includes(String(reading(configuration, policy)));
  const base = atStart ? poolBefore : accounts.pool;
  const exact = (base * BigInt(terms?.share ?? 0)) / 10_000n;
  const step = royal ? unit : unit * BigInt(configuration.payoutUnit ?? 1);
  const share = roundDown(exact, step);
  if (share >= fixed) return { basis: 'share', amount: share, wanted: share };
  const deduction = reading(configuration, 'percentTierDeduction');
  const wanted = { percentage: share, 'amount-paid': fixed, 'none-when-fixed': 0n }[
    String(deduction)
  ];
  return { basis: 'fixed', amount: fixed, wanted: wanted ?? share };
}

/** Article 15(6): the pool starts again from the minimum; the reserve pays what it can of it. */
function restart(jackpot: Jackpot): NonNullable<Award['restart']> {
  post(jackpot, { pool: -jackpot.accounts.pool, reserve: jackpot.accounts.pool });
  if (jackpot.pending) putInForce(jackpot, jackpot.pending);
  jackpot.generation += 1;
  const unit = minorUnit(jackpot.configuration.currency);
  const seed = BigInt(jackpot.configuration.seed) * unit;
  const fromReserve = lower(seed, jackpot.accounts.reserve);
  post(jackpot, { pool: seed, reserve: -fromReserve });
  return {
    seed: jackpot.configuration.seed,
    fromReserve: Number(fromReserve / unit),
    fromHouse: jackpot.configuration.seed - Number(fromReserve / unit),
  };
}

/** Policy `floorAtSeed`: the house tops up the pool, without a restart or a new generation. */
function topUp(jackpot: Jackpot): void {
  const unit = minorUnit(jackpot.configuration.currency);
  const missing = BigInt(jackpot.configuration.seed) * unit - jackpot.accounts.pool;
  if (missing <= 0n) return;
  post(jackpot, { pool: missing });
}

export type Settled = Pick<Award, 'currency' | 'poolBefore' | 'poolAfter' | 'payouts' | 'restart'>;

/** contract 7, for a round with wins that are known to be right. */
export function settle(jackpot: Jackpot, bets: readonly Bet[], wins: readonly Win[]): Settled {
  const { configuration } = jackpot;
  const unit = minorUnit(configuration.currency);
  const minor = (micros: bigint) => Number(micros / unit);
  const poolBefore = jackpot.accounts.pool;
  const payouts: Payout[] = [];
  let poolWasTaken = false;
  for (const win of payOrder(wins, reading(configuration, 'jackpotPayOrder'))) {
    const prize = prizeOf(jackpot, win.hand, poolBefore);
    const fromPool = lower(prize.wanted, jackpot.accounts.pool);
    const payout: Payout = {
      order: payouts.length + 1,
      ...{ seat: win.seat, hand: win.hand, basis: prize.basis, amount: minor(prize.amount) },
      ...{ fromPool: minor(fromPool), fromHouse: minor(prize.amount) - minor(fromPool) },
    };
    post(jackpot, { players: prize.amount, pool: -fromPool });
    if (reading(configuration, 'jackpotStakeOnWin') === 'returned') {
      const stake = bets.find((bet) => bet.seat === win.seat)?.stakeMicros ?? 0n;
      post(jackpot, { players: stake });
      payout.stakeReturned = minor(stake);
    }
    const spared =
      prize.basis === 'fixed' &&
      reading(configuration, 'percentTierDeduction') === 'none-when-fixed';
    const tookTheLast = fromPool > 0n && jackpot.accounts.pool === 0n;
    if ((win.hand === 'royal-flush' && !spared) || tookTheLast) poolWasTaken = true;
    payouts.push(payout);
  }
  const anew = poolWasTaken ? restart(jackpot) : null;
  if (!anew && reading(configuration, 'floorAtSeed') === true) topUp(jackpot);
  return {
    currency: configuration.currency,
    poolBefore: minor(poolBefore),
    poolAfter: minor(jackpot.accounts.pool),
    payouts,
    restart: anew,
  };
}
