import type { Flows } from './claims.js';
import type { Step } from './step.js';

/** Adds to the sums that the jackpot keeps for reversals (contract 4.8). */
export function countFlow(
  { jackpot, outcome }: Pick<Step, 'jackpot' | 'outcome'>,
  { overflowMicros = 0n, refundedMicros = 0n }: Partial<Flows>,
): void {
  if (overflowMicros === 0n && refundedMicros === 0n) return;
  const { flows } = jackpot;
  jackpot.flows = {
    overflowMicros: flows.overflowMicros + overflowMicros,
    refundedMicros: flows.refundedMicros + refundedMicros,
  };
  outcome.stored.push(jackpot.id);
}
