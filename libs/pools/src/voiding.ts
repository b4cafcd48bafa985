import { jackpotBetAfterVoid, type VoidReason } from '#rules';
import type { EventRefusal } from './outcome.js';
import { refundBet } from './refund.js';
import { betOf, endRound, openRoundOf } from './rounds.js';
import type { Bet, Round } from './state.js';
import type { Step } from './step.js';
import { termsNamed } from './former-terms.js';

/** `round.voided` (Art. 17): the bets go back, or stay for the table's next round. */
export function voidRound(
  step: Step,
  { round: id, reason }: { round: string; reason: VoidReason },
): EventRefusal | undefined {
  const round = openRoundOf(step, id);
  if ('reason' in round) return round;
  endRound(step.table, round);
  const carries = jackpotBetAfterVoid(reason) === 'carried';
  for (const bet of round.bets) {
    if (carries) carryBet(step, bet);
    else refundBet(step, bet);
  }
  return undefined;
}

/**
 * Keeps a bet for the next round; refunds it if the seat already has a waiting bet (Art. 10(2)).
 */
function carryBet(step: Step, bet: Bet): void {
  const { table, position } = step;
  const { carried } = table;
  const { seat, carriedSinceMs } = bet;
  if (betOf(carried, seat)) refundBet(step, bet);
  else carried.push({ ...bet, carriedSinceMs: carriedSinceMs ?? position.recordedAtMs });
}

/** Handles a carried bet without a base bet (Art. 4(3), A24), by its round's terms. */
export function dropCarriedBet(step: Step, round: Round, bet: Bet): void {
  const { carriedJackpotWithoutBase: reading } = termsNamed(step.jackpot, round).policies;
  switch (reading) {
    case 'refund':
      return refundBet(step, bet);
    case 'hold':
      return carryBet(step, bet);
    case 'forfeit':
      return;
    default:
      return reading satisfies never;
  }
}
