import type { TableReset } from './events.js';
import { refusal, type EventRefusal } from './outcome.js';
import { countsUp } from './rounds.js';
import { newestSequence, tableKey, type Jackpot, type PartitionState } from './state.js';
import type { Acted } from './step.js';

type Tables = PartitionState['tables'];

/** Refuses the bets of one table from here on, or accepts them again (contract 3.6). */
export function blockTable(
  { jackpot, outcome, tables }: Acted,
  table: string,
  isBlocked: boolean,
): EventRefusal | undefined {
  const { blocked } = jackpot;
  if (!isTableOf(jackpot, tables, table)) return unknownTable(jackpot, table);
  if (isBlocked) blocked.add(table);
  else blocked.delete(table);
  outcome.jackpotChanged = true;
  return undefined;
}

/** Sets the table's sequence: its next event has `sequence` plus one (contract 3.6). */
export function resetTable(
  { jackpot, outcome, tables, position }: Acted,
  { table: id, sequence: text, round }: TableReset,
): EventRefusal | undefined {
  const sequence = BigInt(text);
  if (sequence > newestSequence(position.recordedAtMs)) {
    const detail = `Sequence ${sequence} of ${id} is more than a day ahead of the record's Kafka time in microseconds since 1970: until then the ledger would take no event of the table.`;
    return refusal('invalid-command', detail);
  }
  if (!isTableOf(jackpot, tables, id)) return unknownTable(jackpot, id);
  const key = tableKey(jackpot.id, id);
  const table = tables.get(key);
  if (!table) {
    const detail = `The ledger has applied no event of ${id} yet, so the first may have any sequence.`;
    return refusal('invalid-command', detail);
  }
  const { floor } = table;
  const kid = jackpot.inForce.tables?.get(id)?.kid ?? floor?.kid;
  if (floor && floor.kid === kid && sequence < floor.sequence) {
    const detail = `Sequence ${sequence} of ${id} is below ${floor.sequence}, which it has signed: its signed events could be sent again. Set a higher one in its controller too.`;
    return refusal('invalid-command', detail);
  }
  if (round !== undefined && !countsUp(jackpot, table, id)) {
    const detail = `round: the rounds of ${id} do not count up: its entry in tables lacks rounds: ascending.`;
    return refusal('invalid-command', detail);
  }
  table.sequence = sequence;
  // This floor belongs to a key that the table no longer has.
  if (floor && sequence < floor.sequence) table.floor = null;
  if (round !== undefined) table.newestRound = BigInt(round);
  outcome.table = key;
  return undefined;
}

/** Returns true if a table is listed, or has sent an event that counts. */
export function isTableOf(
  { id, inForce }: Pick<Jackpot, 'id'> & { readonly inForce: Pick<Jackpot['inForce'], 'tables'> },
  tables: Tables,
  table: string,
): boolean {
  return inForce.tables?.has(table) === true || tables.has(tableKey(id, table));
}

function unknownTable({ id }: Jackpot, table: string): EventRefusal {
  return refusal(
    'unknown-table',
    `${table} is not a table of ${id}: add it to tables, or correct the name.`,
  );
}
