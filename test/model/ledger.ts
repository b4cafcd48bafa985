import { minorUnit } from './currency.js';
import type { Accounts, Bet, Counted, Jackpot, Table } from './events.js';

const RANGE = 2n ** 62n - 1n;

export interface Posting {
  players?: bigint;
  pool?: bigint;
  reserve?: bigint;
  held?: bigint;
}

/**
 * The accounts after a posting. The house is the other side of everything, so that they sum to
 * zero.
 */
export function afterPosting(accounts: Accounts, posting: Posting): Accounts {
  const { players = 0n, pool = 0n, reserve = 0n, held = 0n } = posting;
  return {
    players: accounts.players + players,
    pool: accounts.pool + pool,
    reserve: accounts.reserve + reserve,
    house: accounts.house - players - pool - reserve - held,
    held: accounts.held + held,
  };
}

export function inRange(accounts: Accounts): boolean {
  return Object.values(accounts).every((balance: bigint) => balance <= RANGE && balance >= -RANGE);
}

const nobody: Accounts = { players: 0n, pool: 0n, reserve: 0n, house: 0n, held: 0n };

/**
 * @param cause contract 6, by which the meters of 6.1 count it
 * @param times 0 for a part of something already counted
 */
export function post(jackpot: Jackpot, cause: string, posting: Posting, times = 1): void {
  const { meters } = jackpot;
  if (Object.values(posting).some((amount: bigint) => amount !== 0n)) {
    const before = meters.get(cause) ?? { times: 0, sums: nobody };
    const sums = afterPosting(before.sums, posting);
    meters.set(cause, { times: before.times + times, sums });
  }
  jackpot.accounts = afterPosting(jackpot.accounts, posting);
  const { pool, reserve, held } = jackpot.accounts;
  if (pool < 0n || reserve < 0n || held < 0n) {
    throw new Error('The model has let the pool, the reserve or held fall below zero.');
  }
}

/** contract 6.1: adds to meters by their names. */
export function count(counted: Counted, added: Counted): void {
  for (const [name, more] of Object.entries(added)) {
    const sum = (counted[name] ?? 0n) + more;
    if (sum !== 0n) counted[name] = sum;
  }
}

/** The parts of a stake; the pool gets at most the amount up to its ceiling. */
export function partsOfStake(
  jackpot: Jackpot,
  seat: number,
  stake: number,
): { bet: Bet; overflow: bigint } {
  const { currency, rates, ceiling = null } = jackpot.configuration;
  const unit = minorUnit(currency);
  const stakeMicros = BigInt(stake) * unit;
  const exact = (stakeMicros * BigInt(rates.pool)) / 10_000n;
  const poolPart = jackpot.roundsDown ? exact - (exact % unit) : exact;
  const reservePart = (stakeMicros * BigInt(rates.reserve)) / 10_000n;
  let poolMicros = poolPart;
  if (ceiling !== null) {
    const room = BigInt(ceiling) * unit - jackpot.accounts.pool;
    if (poolMicros > room) poolMicros = room > 0n ? room : 0n;
  }
  const overflow = poolPart - poolMicros;
  const reserveMicros = reservePart + overflow;
  const { generation, terms } = jackpot;
  const parts = { stakeMicros, poolMicros, reserveMicros };
  return { bet: { seat, ...parts, generation, terms, carriedSinceMs: null }, overflow };
}

export function postingOfBet(bet: Bet): Posting {
  return { players: -bet.stakeMicros, pool: bet.poolMicros, reserve: bet.reserveMicros };
}

/**
 * Gives the stake back to the player; a pool of another generation owes nothing, and the house pays
 * the difference.
 */
export function refund(jackpot: Jackpot, { counted }: Table, bet: Bet): void {
  const { pool, reserve } = jackpot.accounts;
  const owed = jackpot.pooled.includes(bet.generation) ? bet.poolMicros : 0n;
  const fromPool = owed < pool ? owed : pool;
  const fromReserve = bet.reserveMicros < reserve ? bet.reserveMicros : reserve;
  post(jackpot, 'refund', { players: bet.stakeMicros, pool: -fromPool, reserve: -fromReserve });
  count(counted, { refunds: 1n, refunded: bet.stakeMicros });
  jackpot.refunds += bet.poolMicros + bet.reserveMicros;
  if (fromPool < bet.poolMicros || fromReserve < bet.reserveMicros) {
    jackpot.newest.refund = jackpot.at.offset;
  }
}
