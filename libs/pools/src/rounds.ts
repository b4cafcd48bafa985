import { refusal, type Outcome, type Refusal } from './outcome.js';
import { roundsRemembered, type Bet, type Round, type TableState } from './state.js';

/** The open round of that id, or undefined. */
export function openRound(table: TableState, id: string): Round | undefined {
  return table.rounds.find((round) => round.id === id);
}

/** Whether an open round takes no more bets: its first card is out, or a later round has begun. */
export function betsClosed(round: Round): boolean {
  return round.dealt || round.unsettled;
}

export function hasEnded(table: TableState, id: string): boolean {
  return table.ended.includes(id);
}

/**
 * Begins a table's new round. It takes over the bets that void rounds left (Art. 17(3)). The round
 * before it gives way: it has ended if no bet stands in it, else it is unsettled from now on. The
 * oldest of too many unsettled ones ends without a win, which the outcome remarks.
 */
export function beginRound(table: TableState, id: string, outcome: Outcome): Round {
  const previous = table.rounds.at(-1);
  // Forgotten instead of ended, it could begin again: behind the newer round and with its bets.
  if (previous && previous.bets.length === 0) endRound(table, previous);
  else if (previous) previous.unsettled = true;
  if (table.rounds.length > roundsRemembered) {
    const abandoned = table.rounds[0] as Round;
    endRound(table, abandoned);
    outcome.exceptions.push({
      reason: 'round-abandoned',
      detail: `Round ${abandoned.id} was still unsettled when round ${id} began, as the oldest of more than ${roundsRemembered}; it ends without a win and its ${abandoned.bets.length} contributions stay in the pool.`,
    });
  }
  const round: Round = { id, dealt: false, unsettled: false, bets: table.carried };
  table.carried = [];
  table.rounds.push(round);
  return round;
}

/** Takes a round out of the open ones and into the memory of the ended. */
export function endRound(table: TableState, round: Round): void {
  table.rounds = table.rounds.filter((open) => open !== round);
  rememberEnded(table, round.id);
}

export function rememberEnded(table: TableState, id: string): void {
  table.ended.push(id);
  if (table.ended.length > roundsRemembered) table.ended.shift();
}

export function betOf(round: Round, seat: number): Bet | undefined {
  return round.bets.find((bet) => bet.seat === seat);
}

export function roundEnded(id: string): Refusal {
  return refusal(
    'round-already-settled',
    `Round ${id} is over: it was settled, voided or abandoned, or a later round began while it had no bet.`,
  );
}
