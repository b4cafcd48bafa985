import type { Restart } from './award.js';
import type { Outcome } from './outcome.js';
import { post } from './postings.js';
import type { Jackpot } from './state.js';
import { termsOf } from './terms.js';

/**
 * Article 15(6): a pool paid out in full accumulates anew from the minimum amount. What rounding
 * left in it goes to the reserve, a configuration that waited for the restart takes its place, and
 * the seed comes from the reserve as far as that goes, the rest from the house.
 */
export function restart(jackpot: Jackpot, outcome: Outcome): Restart {
  const { accounts } = jackpot;
  post(jackpot, outcome, { pool: -accounts.pool, reserve: accounts.pool });
  if (jackpot.pending) {
    jackpot.configuration = jackpot.pending;
    jackpot.terms = termsOf(jackpot.configuration, jackpot.exponent);
    jackpot.pending = null;
  }
  jackpot.generation += 1;
  outcome.jackpotChanged = true;
  const { seedMicros } = jackpot.terms;
  const fromReserveMicros = accounts.reserve < seedMicros ? accounts.reserve : seedMicros;
  post(jackpot, outcome, {
    pool: seedMicros,
    reserve: -fromReserveMicros,
    house: fromReserveMicros - seedMicros,
  });
  return { seedMicros, fromReserveMicros };
}
