import { noteDisturbance } from './disturbances.js';
import { countFlow } from './flows.js';
import { post } from './postings.js';
import type { Bet } from './state.js';
import type { Step } from './step.js';

/**
 * Gives a stake back and reverses its contribution (A30). Pool and reserve bear their parts, at
 * most what they hold; the pool only while it has the money of the bet's generation. The house
 * bears the rest.
 */
export function refundBet(step: Step, bet: Bet): void {
  const { jackpot } = step;
  const { accounts } = jackpot;
  const fromPool = jackpot.pooled.includes(bet.generation)
    ? lesserOf(bet.poolMicros, accounts.pool)
    : 0n;
  const fromReserve = lesserOf(bet.reserveMicros, accounts.reserve);
  if (fromPool < bet.poolMicros || fromReserve < bet.reserveMicros) {
    noteDisturbance(step, 'refund');
  }
  const { betMeter: meter } = step.table;
  step.table.betMeter = {
    ...meter,
    refunds: meter.refunds + 1,
    refundedMicros: meter.refundedMicros + bet.stakeMicros,
  };
  countFlow(step, { refundedMicros: bet.poolMicros + bet.reserveMicros });
  post(step, 'refund', {
    players: bet.stakeMicros,
    pool: -fromPool,
    reserve: -fromReserve,
    house: fromPool + fromReserve - bet.stakeMicros,
  });
}

function lesserOf(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}
