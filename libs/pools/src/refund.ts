import { post } from './postings.js';
import type { Bet } from './state.js';
import type { Step } from './step.js';

/**
 * Gives a stake back and takes its contribution out again (A30). The pool bears its part only if it
 * has not been paid out in full since the bet, and never more than it holds. The reserve bears its
 * part, at most what it holds. The house bears the rest.
 */
export function refundBet(step: Step, bet: Bet): void {
  const { jackpot } = step;
  const { accounts } = jackpot;
  const fromPool =
    bet.generation === jackpot.generation ? least(bet.poolMicros, accounts.pool) : 0n;
  const fromReserve = least(bet.reserveMicros, accounts.reserve);
  post(step, {
    players: bet.stakeMicros,
    pool: -fromPool,
    reserve: -fromReserve,
    house: fromPool + fromReserve - bet.stakeMicros,
  });
}

function least(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}
