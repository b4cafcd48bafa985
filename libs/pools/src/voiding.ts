import { jackpotBetAfterVoid, type VoidReason } from '#rules';
import type { Refusal } from './outcome.js';
import { refundBet } from './refund.js';
import { betOf, endRound, refuseEnded } from './rounds.js';
import type { Bet } from './state.js';
import type { Step } from './step.js';

/** `round.voided` (Art. 17): the bets go back, or stay for the table's next round. */
export function voidRound(
  step: Step,
  { round: id, reason }: { round: string; reason: VoidReason },
): Refusal | undefined {
  const refused = refuseEnded(step.table, id);
  if (refused) return refused;
  const carries = jackpotBetAfterVoid(reason) === 'carried';
  for (const bet of endRound(step, id)) {
    if (carries) carryBet(step, bet);
    else refundBet(step, bet);
  }
  return undefined;
}

/** Keeps a bet for the next round; refunded where the seat has one waiting (Art. 10(2)). */
export function carryBet(step: Step, bet: Bet): void {
  const { carried } = step.table;
  if (betOf(carried, bet.seat)) refundBet(step, bet);
  else carried.push({ ...bet, carried: true });
}
