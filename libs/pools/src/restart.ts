import type { Restart } from './award.js';
import { disturb } from './disturbances.js';
import { post } from './postings.js';
import type { Step } from './step.js';
import { termsOf } from './terms.js';

/**
 * Article 15(6): a pool that was paid out in full accumulates again from the minimum amount. What
 * rounding left goes to the reserve; the seed comes from the reserve, the rest from the house.
 */
export function restart(step: Pick<Step, 'jackpot' | 'outcome' | 'position'>): Restart {
  const { jackpot, outcome } = step;
  const { accounts } = jackpot;
  const remainderMicros = accounts.pool;
  post(step, { pool: -remainderMicros, reserve: remainderMicros });
  if (jackpot.pending) {
    jackpot.configuration = jackpot.pending;
    jackpot.terms = termsOf(jackpot.configuration, jackpot.exponent);
    jackpot.pending = null;
    jackpot.proposals = [];
    disturb(step, 'configuration');
  }
  jackpot.generation += 1;
  jackpot.pooled = [jackpot.generation];
  outcome.jackpotChanged = true;
  const { seedMicros } = jackpot.terms;
  const fromReserveMicros = accounts.reserve < seedMicros ? accounts.reserve : seedMicros;
  post(step, {
    pool: seedMicros,
    reserve: -fromReserveMicros,
    house: fromReserveMicros - seedMicros,
  });
  return { seedMicros, fromReserveMicros, remainderMicros };
}
