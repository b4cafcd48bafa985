import { refusal, type Refusal } from './outcome.js';
import { roundsRemembered, type Bet, type Round, type TableState } from './state.js';
import type { Step } from './step.js';

/** `round.opened` begins betting, so that carried bets can be withdrawn before any bet. */
export function openRound(step: Step, id: string): Refusal | undefined {
  const refused = refuseEnded(step.table, id);
  if (!refused) openOrBegin(step, id);
  return refused;
}

/** `round.dealt`: the first card is out, also of a round in which nobody bet on the jackpot. */
export function dealRound(step: Step, id: string): Refusal | undefined {
  const refused = refuseEnded(step.table, id);
  if (!refused) openOrBegin(step, id).dealt = true;
  return refused;
}

/** The open round of that id, which begins with this event where it was not open yet. */
export function openOrBegin(step: Step, id: string): Round {
  return findOpen(step.table, id) ?? beginRound(step, id);
}

/** The bets of a round: those of the open one, else the carried bets that it would take over. */
export function betsOf(table: Pick<TableState, 'rounds' | 'carried'>, id: string): readonly Bet[] {
  return findOpen(table, id)?.bets ?? table.carried;
}

export function betOf(bets: readonly Bet[], seat: number): Bet | undefined {
  return bets.find((bet) => bet.seat === seat);
}

/** Takes a seat's bet out of an open round; undefined where it has none. */
export function takeBet(table: TableState, id: string, seat: number): Bet | undefined {
  const round = findOpen(table, id);
  const bet = round && betOf(round.bets, seat);
  if (bet) round.bets = round.bets.filter((other) => other !== bet);
  return bet;
}

/** Settles or voids a round and gives its bets. One without bets ends, and none begins. */
export function endRound(step: Step, id: string): readonly Bet[] {
  const { table } = step;
  if (!findOpen(table, id) && table.carried.length === 0) {
    rememberEnded(table, id);
    return [];
  }
  const round = openOrBegin(step, id);
  close(table, round);
  return round.bets;
}

export function refuseEnded(table: TableState, id: string): Refusal | undefined {
  if (!table.ended.includes(id)) return undefined;
  return refusal(
    'round-already-settled',
    `Round ${id} is over: it was settled, voided or abandoned, or a later round began while it had no bet.`,
  );
}

export function refuseUnknown(table: TableState, id: string): Refusal | undefined {
  if (findOpen(table, id)) return undefined;
  const waiting =
    table.carried.length > 0
      ? ' Bets of a void round wait for the next one: send round.opened before their withdrawal.'
      : '';
  return refusal('unknown-round', `Round ${id} is not open at this table.${waiting}`);
}

/** An open round takes no more bets once its first card is out or a later round has begun. */
export function refuseClosed(table: TableState, id: string): Refusal | undefined {
  const round = findOpen(table, id);
  if (!round?.dealt && !round?.unsettled) return undefined;
  return refusal(
    'bets-closed',
    `Round ${id} takes no more bets and gives none back: its first card is out (Art. 10(3)) or a later round has begun.`,
  );
}

function findOpen({ rounds }: Pick<TableState, 'rounds'>, id: string): Round | undefined {
  return rounds.find((round) => round.id === id);
}

/**
 * Begins a table's new round. It takes over the bets that void rounds left (Art. 17(3)). The round
 * before it gives way: without a bet it has ended, with bets it is unsettled from now on. The
 * oldest of too many unsettled rounds ends without a win, which the outcome remarks.
 */
function beginRound({ table, outcome, position }: Step, id: string): Round {
  const previous = table.rounds.at(-1);
  // Forgotten instead of ended, it could begin again and take over the newer round's carried bets.
  if (previous && previous.bets.length === 0) close(table, previous);
  else if (previous) previous.unsettled = true;
  if (table.rounds.length > roundsRemembered) {
    const abandoned = table.rounds[0] as Round;
    close(table, abandoned);
    outcome.exceptions.push({
      reason: 'round-abandoned',
      detail: `Round ${abandoned.id} was the oldest of more than ${roundsRemembered} unsettled rounds when round ${id} began. It ends without a win and its ${abandoned.bets.length} contributions stay in the pool.`,
    });
  }
  const round: Round = {
    id,
    beganAtMs: position.recordedAtMs,
    dealt: false,
    unsettled: false,
    bets: table.carried,
  };
  table.carried = [];
  table.rounds.push(round);
  return round;
}

function close(table: TableState, round: Round): void {
  table.rounds = table.rounds.filter((open) => open !== round);
  rememberEnded(table, round.id);
}

function rememberEnded(table: TableState, id: string): void {
  table.ended.push(id);
  if (table.ended.length > roundsRemembered) table.ended.shift();
}
