import { placeBet, withdrawBet } from './bets.js';
import { createJackpot, applyCommand } from './commands.js';
import type { CommandEvent, RecordPosition, PoolEvent, TableEvent } from './events.js';
import { newOutcome, refusal, type Outcome, type Refusal } from './outcome.js';
import { beginRound, hasEnded, openRound, roundEnded } from './rounds.js';
import { settleRound } from './settlement.js';
import { tableKey, type Jackpot, type PartitionState, type TableState } from './state.js';
import { voidRound } from './voiding.js';

/**
 * The fold: one decoded event of the log, applied to the state of its partition.
 *
 * It changes `state` in place and says what it did; a caller that cannot commit the outcome drops
 * the state. Nothing but its arguments decides: no clock, no chance, no process.
 * @throws AssertionError when the state or the event is impossible, which is a bug.
 */
export function foldEvent(
  state: PartitionState,
  event: PoolEvent,
  position: RecordPosition,
): Outcome {
  const jackpot = state.jackpots.get(event.jackpot);
  if (!jackpot) return foldUnknown(state, event, position);

  const key = tableKey(event.jackpot, event.source);
  const table = state.tables.get(key);
  const order = table ? sequenceOrder(table, event) : 'next';
  const outcome = newOutcome();
  if (order === 'duplicate') {
    outcome.effect = 'duplicate';
    return outcome;
  }
  if (order === 'reused') {
    const detail = `Sequence ${event.sequence} of ${event.source} was already used by event ${table?.lastId}.`;
    return refuse(outcome, refusal('sequence-reused', detail));
  }
  if (order === 'gap' && !isCommand(event)) {
    outcome.exceptions.push({
      reason: 'sequence-gap',
      detail: gapDetail(table as TableState, event),
    });
  }
  const memory = table ?? newTable(state, key);
  memory.sequence = event.sequence;
  memory.lastId = event.id;
  outcome.table = key;

  const refused = isCommand(event)
    ? applyCommand(jackpot, event, outcome)
    : applyTableEvent(jackpot, memory, event, outcome);
  if (refused) return refuse(outcome, refused);
  markVersion(jackpot, outcome, position);
  return outcome;
}

/** A table's event, its jackpot and its order already established. */
function applyTableEvent(
  jackpot: Jackpot,
  table: TableState,
  event: TableEvent,
  outcome: Outcome,
): Refusal | null {
  switch (event.type) {
    case 'bet.placed':
      return placeBet(jackpot, table, event.data, outcome);
    case 'bet.withdrawn':
      return withdrawBet(jackpot, table, event.data, outcome);
    case 'round.opened':
      return openBetting(table, event.data.round, outcome);
    case 'round.dealt':
      return deal(table, event.data.round, outcome);
    case 'round.settled':
      return settleRound(jackpot, table, event.source, event.data, outcome);
    case 'round.voided':
      return voidRound(jackpot, table, event.data, outcome);
    case 'table.heartbeat':
      return null;
    default:
      return event satisfies never;
  }
}

/** `round.opened`: betting begins, so a carried bet can be withdrawn before anybody bets. */
function openBetting(table: TableState, id: string, outcome: Outcome): Refusal | null {
  if (hasEnded(table, id)) return roundEnded(id);
  if (!openRound(table, id)) beginRound(table, id, outcome);
  return null;
}

/** `round.dealt`: the first card is out, also of a round in which nobody bet on the jackpot. */
function deal(table: TableState, id: string, outcome: Outcome): Refusal | null {
  if (hasEnded(table, id)) return roundEnded(id);
  const round = openRound(table, id) ?? beginRound(table, id, outcome);
  round.dealt = true;
  return null;
}

/** The first configuration makes its jackpot; anything else has nothing to act on. */
function foldUnknown(state: PartitionState, event: PoolEvent, position: RecordPosition): Outcome {
  if (event.type !== 'jackpot.configured') {
    const detail = `No jackpot ${event.jackpot} has been configured.`;
    return refuse(newOutcome(), refusal('unknown-jackpot', detail));
  }
  const { jackpot, outcome } = createJackpot(state, event.jackpot, event.data);
  const key = tableKey(event.jackpot, event.source);
  const memory = newTable(state, key);
  memory.sequence = event.sequence;
  memory.lastId = event.id;
  outcome.table = key;
  jackpot.version = position.offset + 1;
  jackpot.changedAtMs = position.recordedAtMs;
  return outcome;
}

/** Not newer than the last one seen is a duplicate; the last one with another id was used twice. */
function sequenceOrder(
  table: TableState,
  event: PoolEvent,
): 'next' | 'gap' | 'duplicate' | 'reused' {
  const step = event.sequence - table.sequence;
  if (step === 1n) return 'next';
  if (step > 1n) return 'gap';
  return step === 0n && event.id !== table.lastId ? 'reused' : 'duplicate';
}

function gapDetail(table: TableState, event: PoolEvent): string {
  const missing = event.sequence - table.sequence - 1n;
  return `${event.source} went from sequence ${table.sequence} to ${event.sequence}: ${missing} of its events are missing.`;
}

function markVersion(jackpot: Jackpot, outcome: Outcome, position: RecordPosition): void {
  const poolMoved = outcome.postings.some(({ account }) => account === 'pool');
  if (!poolMoved && !outcome.award) return;
  jackpot.version = position.offset + 1;
  jackpot.changedAtMs = position.recordedAtMs;
}

/** Remarks made on the way stay: a gap is a gap, whatever became of the event. */
function refuse(outcome: Outcome, refused: Refusal): Outcome {
  outcome.effect = 'refused';
  outcome.exceptions.push({ reason: refused.reason, detail: refused.detail });
  return outcome;
}

function newTable(state: PartitionState, key: string): TableState {
  const table: TableState = { sequence: 0n, lastId: '', rounds: [], ended: [], carried: [] };
  state.tables.set(key, table);
  return table;
}

function isCommand(event: PoolEvent): event is CommandEvent {
  return event.type.startsWith('jackpot.') || event.type === 'pool.adjusted';
}
