import type { Disturbances } from './state.js';
import type { Step } from './step.js';

/** Notes that this record makes the reversal of an older award inexact (contract 8.1). */
export function noteDisturbance(
  { jackpot, outcome, position }: Pick<Step, 'jackpot' | 'outcome' | 'position'>,
  what: keyof Disturbances,
): void {
  jackpot.disturbed = { ...jackpot.disturbed, [what]: position.offset };
  outcome.stored.push(jackpot.id);
}
