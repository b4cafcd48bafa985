import type { Restart } from './award.js';
import { post } from './postings.js';
import type { Step } from './step.js';
import { termsOf } from './terms.js';

/**
 * Article 15(6): a pool that was paid out in full accumulates again from the minimum amount. What
 * rounding left goes to the reserve; the seed comes from the reserve, the rest from the house.
 */
export function restart(step: Step): Restart {
  const { jackpot, outcome } = step;
  const { accounts } = jackpot;
  post(step, { pool: -accounts.pool, reserve: accounts.pool });
  if (jackpot.pending) {
    jackpot.configuration = jackpot.pending;
    jackpot.terms = termsOf(jackpot.configuration, jackpot.exponent);
    jackpot.pending = null;
    jackpot.proposals = [];
  }
  jackpot.generation += 1;
  outcome.jackpotChanged = true;
  const { seedMicros } = jackpot.terms;
  const fromReserveMicros = accounts.reserve < seedMicros ? accounts.reserve : seedMicros;
  post(step, {
    pool: seedMicros,
    reserve: -fromReserveMicros,
    house: fromReserveMicros - seedMicros,
  });
  return { seedMicros, fromReserveMicros };
}
