import { jackpotBetAfterVoid, type VoidReason } from '#rules';
import type { Outcome, Refusal } from './outcome.js';
import { refundBet } from './refund.js';
import { beginRound, endRound, hasEnded, openRound, rememberEnded, roundEnded } from './rounds.js';
import type { Bet, Jackpot, TableState } from './state.js';

/** `round.voided` (Art. 17): the bets go back to the players, or stay for the table's next round. */
export function voidRound(
  jackpot: Jackpot,
  table: TableState,
  { round: id, reason }: { round: string; reason: VoidReason },
  outcome: Outcome,
): Refusal | null {
  if (hasEnded(table, id)) return roundEnded(id);
  const round =
    openRound(table, id) ?? (table.carried.length > 0 ? beginRound(table, id, outcome) : null);
  if (!round) {
    rememberEnded(table, id);
    return null;
  }
  endRound(table, round);
  const carries = jackpotBetAfterVoid(reason) === 'carried';
  for (const bet of round.bets) {
    if (carries) carryBet(jackpot, table, bet, outcome);
    else refundBet(jackpot, bet, outcome);
  }
  return null;
}

/**
 * Keeps a bet for the table's next round. A seat that a carried bet already waits for cannot have a
 * second one (Art. 10(2)), so this one is refunded.
 */
export function carryBet(jackpot: Jackpot, table: TableState, bet: Bet, outcome: Outcome): void {
  const waits = table.carried.some(({ seat }) => seat === bet.seat);
  if (waits) refundBet(jackpot, bet, outcome);
  else table.carried.push({ ...bet, carried: true });
}
