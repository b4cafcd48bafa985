import { tableKey, type PartitionState } from '#pools';

/** The last sequence of a table, decimal, as `table.reset` sets it. */
export interface ResetData {
  readonly table: string;
  readonly sequence: string;
}

/** Warns of a sequence that goes back: the ledger then applies old events again. */
export function resetLooks(
  { id, now }: { readonly id: string; readonly now: Pick<PartitionState, 'tables'> },
  { table, sequence }: ResetData,
): string[] {
  const last = now.tables.get(tableKey(id, table))?.sequence;
  if (last === undefined || BigInt(sequence) >= last) return [];
  return [
    `the sequence of ${table} goes back from ${last} to ${sequence}: an event in between that its controller sends again is applied again, a bet too. Has it nothing left to send?`,
  ];
}
