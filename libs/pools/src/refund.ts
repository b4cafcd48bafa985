import type { Outcome } from './outcome.js';
import { post } from './postings.js';
import type { Bet, Jackpot } from './state.js';

/**
 * Gives a stake back and takes its contribution out again (A30). The pool bears its part only while
 * it has not been paid out in full since the bet, and never more than it holds; the reserve its part,
 * at most what is there. What they cannot bear, the house does.
 */
export function refundBet(jackpot: Jackpot, bet: Bet, outcome: Outcome): void {
  const { accounts } = jackpot;
  const fromPool =
    bet.generation === jackpot.generation ? least(bet.poolMicros, accounts.pool) : 0n;
  const fromReserve = least(bet.reserveMicros, accounts.reserve);
  post(jackpot, outcome, {
    players: bet.stakeMicros,
    pool: -fromPool,
    reserve: -fromReserve,
    house: fromPool + fromReserve - bet.stakeMicros,
  });
}

function least(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}
