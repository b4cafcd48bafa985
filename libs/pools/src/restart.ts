import type { Restart } from './award.js';
import { noteDisturbance } from './disturbances.js';
import { post } from './postings.js';
import type { Step } from './step.js';
import { putInForce } from './former-terms.js';

/**
 * Article 15(6): a pool that was paid out in full accumulates again from the minimum amount. The
 * remainder from rounding goes to the reserve; the seed comes from the reserve, the rest from the
 * house.
 * @param staysMicros amount that stays in the pool besides the seed: for a grant, the parts of bets
 * since the end of its round.
 */
export function restart(
  step: Pick<Step, 'jackpot' | 'outcome' | 'position' | 'tables'>,
  staysMicros = 0n,
): Restart {
  const { jackpot, outcome, tables, position } = step;
  const { accounts } = jackpot;
  const remainderMicros = accounts.pool - staysMicros;
  post(step, 'remainder', { pool: -remainderMicros, reserve: remainderMicros });
  if (jackpot.pending) {
    putInForce(jackpot, jackpot.pending, tables, position.offset);
    jackpot.pending = null;
    jackpot.proposals = [];
    noteDisturbance(step, 'configuration');
  }
  jackpot.generation += 1;
  jackpot.pooled = [jackpot.generation];
  outcome.jackpotChanged = true;
  const { seedMicros } = jackpot.inForce;
  const fromReserveMicros = accounts.reserve < seedMicros ? accounts.reserve : seedMicros;
  post(step, 'seed', {
    pool: seedMicros,
    reserve: -fromReserveMicros,
    house: fromReserveMicros - seedMicros,
  });
  jackpot.houseSeedMicros = seedMicros - fromReserveMicros;
  return { seedMicros, fromReserveMicros, remainderMicros };
}
