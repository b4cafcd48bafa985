import { jackpotBetAfterVoid, type VoidReason } from '#rules';
import { roundEnded } from './bets.js';
import type { Outcome, Refusal } from './outcome.js';
import { refundBet } from './refund.js';
import { beginRound, endRound, hasEnded, openRound, rememberEnded } from './rounds.js';
import type { Bet, Jackpot, Table } from './state.js';

/**
 * `round.voided` (Art. 17): the bets go back to the players, or stay for the table's next round.
 * A seat that a carried bet already waits for cannot have a second one (Art. 10(2)), so that bet
 * is refunded.
 */
export function voidRound(
  jackpot: Jackpot,
  table: Table,
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
    if (carries && isFree(table.carried, bet.seat)) table.carried.push({ ...bet, carried: true });
    else refundBet(jackpot, bet, outcome);
  }
  return null;
}

function isFree(carried: readonly Bet[], seat: number): boolean {
  return !carried.some((bet) => bet.seat === seat);
}
