import { placeBet, withdrawBet } from './bets.js';
import { applyAct, createJackpot } from './commands.js';
import { startDealing } from './dealing.js';
import { whyEnded } from './ends.js';
import { commandTypes, type CommandEvent, type PoolEvent, type TableEvent } from './events.js';
import type { Authority } from './keys.js';
import { newOutcome, refusal, refuseEvent, type Outcome, type EventRefusal } from './outcome.js';
import { foldLedgerEvent, isForThisLedger } from './ledger-events.js';
import {
  approve,
  noteAlone,
  propose,
  whyNeedsApproval,
  whyNotThen,
  withdraw,
} from './proposals.js';
import { compareMeters } from './own-meters.js';
import { openRound } from './rounds.js';
import type { RecordPosition } from './position.js';
import { settleRound } from './settlement.js';
import {
  contentsRemembered,
  countTable,
  newTable,
  tableKey,
  type Jackpot,
  type PartitionState,
  type RefusedEvent,
  type TableState,
} from './state.js';
import type { Acted, Step } from './step.js';
import { watchTerms } from './former-terms.js';
import { voidRound } from './voiding.js';

/**
 * Applies a decoded event to the state of its partition, in place; a caller that cannot commit the
 * outcome drops the state. Depends on its arguments alone: no clock, no chance, no process.
 * @throws AssertionError if the state or the event is impossible, which is a bug.
 */
export function foldEvent(
  state: PartitionState,
  event: PoolEvent,
  position: RecordPosition,
): Outcome {
  if (isForThisLedger(event)) return foldLedgerEvent(state, event);
  const jackpot = state.jackpots.get(event.jackpot);
  if (!jackpot) return foldUnknown(state, event, position);
  return isCommand(event)
    ? foldAct(state, jackpot, event, position)
    : foldTableEvent(state, jackpot, event, position);
}

function foldAct(
  { tables, authority }: PartitionState,
  jackpot: Jackpot,
  event: CommandEvent,
  position: RecordPosition,
): Outcome {
  const outcome = newOutcome();
  const { kid, holder } = event.by;
  const people = [{ kid, holder, offset: position.offset, atMs: position.recordedAtMs }];
  const step = { jackpot, outcome, position, tables, people };
  const refused =
    whyNotThen(event, position) ??
    whyEnded(jackpot, event.type) ??
    applySignedCommand(step, event, authority.keys);
  if (refused) return refuseEvent(outcome, refused);
  markMoved(jackpot, outcome, position);
  return outcome;
}

function applySignedCommand(
  step: Acted,
  event: CommandEvent,
  keys: Authority['keys'],
): EventRefusal | undefined {
  if (event.type === 'act.proposed') return propose(step, event);
  if (event.type === 'act.approved') return approve(step, event, keys);
  if (event.type === 'act.withdrawn') return withdraw(step, event);
  const refused = whyNeedsApproval(step, event) ?? applyAct(step, event);
  if (!refused) noteAlone(step, event);
  return refused;
}

function foldTableEvent(
  state: PartitionState,
  jackpot: Jackpot,
  event: TableEvent,
  position: RecordPosition,
): Outcome {
  const outcome = newOutcome();
  const key = tableKey(event.jackpot, event.source);
  const known = state.tables.get(key);
  const order = known ? sequenceOrder(known, event) : 'next';
  const ended = order === 'duplicate' ? undefined : whyEnded(jackpot, event.type);
  if (ended) return refuseEvent(outcome, ended);
  if (jackpot.inForce.tables?.has(event.source) === false) {
    const detail = `${event.source} is not a table of ${event.jackpot}: add it to the configuration's tables if it may play.`;
    return refuseEvent(outcome, refusal('unknown-table', detail));
  }
  const table = known ?? newTable();
  const isNews = noteSigned(jackpot, table, event);
  if (known && isNews) outcome.table = key;
  if (order === 'duplicate') {
    outcome.effect = 'duplicate';
    return outcome;
  }
  if (order === 'reused') {
    const detail = `Sequence ${event.sequence} of ${event.source} was already used by a record with other content: repeat an event byte for byte.`;
    return refuseEvent(outcome, refusal('sequence-reused', detail));
  }
  if (order === 'behind') {
    const detail = `Sequence ${event.sequence} of ${event.source} is below ${known?.sequence}, and ${event.id} does not repeat one of its last ${contentsRemembered} events byte for byte: a controller that has lost its counter starts again from the clock in microseconds.`;
    return refuseEvent(outcome, refusal('sequence-behind', detail));
  }
  const full = refuseTable(state, jackpot, known, event);
  if (full) return refuseEvent(outcome, full);
  if (order === 'gap') {
    const detail = gapDetail(known as TableState, event);
    outcome.exceptions.push({ reason: 'sequence-gap', detail });
  }

  const { tables } = state;
  const step: Step = { jackpot, table, event, position, outcome, tables };
  const forgetTerms = watchTerms(jackpot, table);
  const refused = applyTableEvent(step, event);
  if (forgetTerms?.()) outcome.stored.push(jackpot.id);
  rememberEvent(state, key, step, refused);
  if (refused) return refuseEvent(outcome, refused);
  markMoved(jackpot, outcome, position);
  return outcome;
}

function applyTableEvent(step: Step, event: TableEvent): EventRefusal | undefined {
  switch (event.type) {
    case 'bet.placed':
      return placeBet(step, event.data);
    case 'bet.withdrawn':
      return withdrawBet(step, event.data);
    case 'round.opened':
      return openRound(step, event.data.round);
    case 'round.dealt':
      return startDealing(step, event.data);
    case 'round.settled':
      return settleRound(step, event.data);
    case 'round.voided':
      return voidRound(step, event.data);
    case 'table.heartbeat':
      if (event.data.meters) compareMeters(step, event.data.meters);
      return undefined;
    default:
      return event satisfies never;
  }
}

/** The first configuration creates its jackpot; any other event has nothing to act on. */
function foldUnknown(
  state: PartitionState,
  event: TableEvent | CommandEvent,
  position: RecordPosition,
): Outcome {
  const wrong = whyNotThen(event, position);
  if (wrong) return refuseEvent(newOutcome(), wrong);
  if (event.type !== 'jackpot.configured') {
    const detail = `No jackpot ${event.jackpot} has been configured.`;
    return refuseEvent(newOutcome(), refusal('unknown-jackpot', detail));
  }
  const { madeFrom } = event.data;
  if (typeof madeFrom === 'number') {
    const detail = `The configuration was made from that of offset ${madeFrom}, but there is no jackpot ${event.jackpot}.`;
    return refuseEvent(newOutcome(), refusal('invalid-command', detail));
  }
  const { jackpot, outcome } = createJackpot(state, event.jackpot, event.data, position.offset);
  markMoved(jackpot, outcome, position);
  return outcome;
}

/** Refuses a new table above the limit of a jackpot; existing tables continue, even above it. */
function refuseTable(
  { tableCounts }: PartitionState,
  { id, configuration }: Jackpot,
  known: TableState | undefined,
  event: TableEvent,
): EventRefusal | undefined {
  if (known || event.signed || event.type === 'table.heartbeat') return undefined;
  const tables = tableCounts.get(id) ?? 0;
  const { maxTables } = configuration;
  if (tables < maxTables) return undefined;
  return refusal(
    'too-many-tables',
    `${id} has ${tables} tables and takes no other one, such as ${event.source}, above its maxTables of ${maxTables}: raise maxTables by a configuration.`,
  );
}

/**
 * Notes the last event of the table. A writer to the log can name any number of sources, so an
 * unknown one leaves no trace before one of its events is applied: no refused event, and no
 * heartbeat. A verified record is the table's own, so it counts as used even if it is refused.
 */
function rememberEvent(
  state: PartitionState,
  key: string,
  step: Step,
  refused: EventRefusal | undefined,
): void {
  const { jackpot, table, event, position, outcome } = step;
  if (!state.tables.has(key)) {
    if (!event.signed && (refused || event.type === 'table.heartbeat')) return;
    state.tables.set(key, table);
    countTable(state, jackpot.id);
  }
  table.sequence = event.sequence;
  table.contents.push(event.content);
  if (table.contents.length > contentsRemembered) {
    table.contents.shift();
    if (table.refused.length > 0) table.refused = later(table.refused);
  }
  if (refused) table.refused.push(refusedEvent(table, event, refused));
  table.seenAtMs = position.recordedAtMs;
  outcome.table = key;
}

/** The list after the oldest content was forgotten. */
function later(refused: readonly RefusedEvent[]): RefusedEvent[] {
  return refused.flatMap((each) => (each.at > 0 ? [{ ...each, at: each.at - 1 }] : []));
}

/** @param table that has accepted the event's content. */
function refusedEvent(
  { contents }: TableState,
  { sequence, type, data }: TableEvent,
  { reason }: EventRefusal,
): RefusedEvent {
  const { round = null, seat = null } = data as { round?: string; seat?: number };
  return { at: contents.length - 1, sequence, reason, type, round, seat };
}

/**
 * Notes a signed sequence: a table's signature is valid once, whatever its result, and no reset
 * goes below it.
 * @returns true if it is a new highest one.
 */
function noteSigned(
  { inForce }: Jackpot,
  table: TableState,
  { source, sequence, signed }: TableEvent,
): boolean {
  const kid = inForce.tables?.get(source)?.kid;
  if (!signed || kid === undefined) return false;
  if (table.floor?.kid === kid && sequence <= table.floor.sequence) return false;
  table.floor = { kid, sequence };
  return true;
}

/** A sequence that is not newer is a duplicate if the table has sent the same bytes before. */
function sequenceOrder(
  table: TableState,
  { sequence, content }: TableEvent,
): 'next' | 'gap' | 'duplicate' | 'reused' | 'behind' {
  const step = sequence - table.sequence;
  if (step === 1n) return 'next';
  if (step > 1n) return 'gap';
  if (table.contents.includes(content)) return 'duplicate';
  return step === 0n ? 'reused' : 'behind';
}

function gapDetail(table: TableState, event: TableEvent): string {
  const missing = event.sequence - table.sequence - 1n;
  return `${event.source} went from sequence ${table.sequence} to ${event.sequence}: ${missing} of its events are missing.`;
}

function markMoved(
  jackpot: Jackpot,
  outcome: Outcome,
  { offset, recordedAtMs }: RecordPosition,
): void {
  const poolMoved = outcome.postings.reduce((sum, { pool = 0n }) => sum + pool, 0n);
  if (poolMoved === 0n && !outcome.award && !outcome.jackpotChanged) return;
  jackpot.version = offset + 1;
  jackpot.changedAtMs = recordedAtMs;
}

/** Tells whether it is a command to a jackpot. */
export function isCommand(event: PoolEvent): event is CommandEvent {
  return commandTypes.has(event.type);
}
