import { placeBet, withdrawBet } from './bets.js';
import { createJackpot, obey } from './commands.js';
import type { CommandEvent, Place, PoolEvent, TableEvent } from './events.js';
import { newOutcome, refusal, type Outcome, type Refusal } from './outcome.js';
import { beginRound, hasEnded, openRound, roundEnded } from './rounds.js';
import { settleRound } from './settlement.js';
import { tableKey, type Jackpot, type PartitionState, type Table } from './state.js';
import { voidRound } from './voiding.js';

/**
 * The fold: one decoded event of the log, applied to the state of its partition.
 *
 * It changes `state` in place and says what it did; a caller that cannot commit the outcome drops
 * the state. Nothing but its arguments decides: no clock, no chance, no process.
 * @throws AssertionError when the state or the event is impossible, which is a bug.
 */
export function foldEvent(state: PartitionState, event: PoolEvent, place: Place): Outcome {
  const jackpot = state.jackpots.get(event.jackpot);
  if (!jackpot) return foldUnknown(state, event, place);

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
    outcome.exceptions.push({ reason: 'sequence-gap', detail: gapDetail(table as Table, event) });
  }
  const memory = table ?? newTable(state, key);
  memory.sequence = event.sequence;
  memory.lastId = event.id;
  outcome.table = key;

  const refused = isCommand(event)
    ? obey(jackpot, event, outcome)
    : play(jackpot, memory, event, place, outcome);
  if (refused) return refuse(outcome, refused);
  markVersion(jackpot, outcome, place);
  return outcome;
}

/** A table's event, its jackpot and its order already established. */
function play(
  jackpot: Jackpot,
  table: Table,
  event: TableEvent,
  place: Place,
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
      return settleRound(jackpot, table, event.source, event.data, place, outcome);
    case 'round.voided':
      return voidRound(jackpot, table, event.data, outcome);
    case 'table.heartbeat':
      return null;
    default:
      return event satisfies never;
  }
}

/** `round.opened`: betting begins, so a carried bet can be withdrawn before anybody bets. */
function openBetting(table: Table, id: string, outcome: Outcome): Refusal | null {
  if (hasEnded(table, id)) return roundEnded(id);
  if (!openRound(table, id)) beginRound(table, id, outcome);
  return null;
}

/** `round.dealt`: the first card is out, also of a round in which nobody bet on the jackpot. */
function deal(table: Table, id: string, outcome: Outcome): Refusal | null {
  if (hasEnded(table, id)) return roundEnded(id);
  const round = openRound(table, id) ?? beginRound(table, id, outcome);
  round.dealt = true;
  return null;
}

/** The first configuration makes its jackpot; anything else has nothing to act on. */
function foldUnknown(state: PartitionState, event: PoolEvent, place: Place): Outcome {
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
  jackpot.version = place.offset + 1;
  jackpot.at = place.at;
  return outcome;
}

/** Not newer than the last one seen is a duplicate; the last one with another id was used twice. */
function sequenceOrder(table: Table, event: PoolEvent): 'next' | 'gap' | 'duplicate' | 'reused' {
  const step = event.sequence - table.sequence;
  if (step === 1n) return 'next';
  if (step > 1n) return 'gap';
  return step === 0n && event.id !== table.lastId ? 'reused' : 'duplicate';
}

function gapDetail(table: Table, event: PoolEvent): string {
  const missing = event.sequence - table.sequence - 1n;
  return `${event.source} went from sequence ${table.sequence} to ${event.sequence}: ${missing} of its events are missing.`;
}

function markVersion(jackpot: Jackpot, outcome: Outcome, place: Place): void {
  const poolMoved = outcome.postings.some(({ account }) => account === 'pool');
  if (!poolMoved && !outcome.award) return;
  jackpot.version = place.offset + 1;
  jackpot.at = place.at;
}

/** Remarks made on the way stay: a gap is a gap, whatever became of the event. */
function refuse(outcome: Outcome, refused: Refusal): Outcome {
  outcome.effect = 'refused';
  outcome.exceptions.push({ reason: refused.reason, detail: refused.detail });
  return outcome;
}

function newTable(state: PartitionState, key: string): Table {
  const table: Table = { sequence: 0n, lastId: '', rounds: [], ended: [], carried: [] };
  state.tables.set(key, table);
  return table;
}

function isCommand(event: PoolEvent): event is CommandEvent {
  return event.type.startsWith('jackpot.') || event.type === 'pool.adjusted';
}
