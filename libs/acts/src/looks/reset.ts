import { tableKey, type PartitionState } from '#pools';

/** The last sequence of a table, decimal, as `table.reset` sets it. */
export interface ResetData {
  readonly table: string;
  readonly sequence: string;
}

/**
 * Warns of a sequence that goes back: the ledger then applies old events again; and of one that
 * goes on while bets are down: what the table then sends is refused.
 */
export function resetLooks(
  { id, now }: { readonly id: string; readonly now: Pick<PartitionState, 'tables'> },
  { table, sequence }: ResetData,
): string[] {
  const known = now.tables.get(tableKey(id, table));
  if (!known || BigInt(sequence) === known.sequence) return [];
  const { sequence: last, rounds } = known;
  if (BigInt(sequence) > last) {
    if (rounds.every(({ bets }) => bets.length === 0)) return [];
    return [
      `bets of ${table} are down, and its last event was ${last}: a result up to ${sequence} is refused. Has its controller used ${sequence}?`,
    ];
  }
  return [
    `the sequence of ${table} goes back from ${last} to ${sequence}: an event in between that its controller sends again is applied again, a bet too. Has it nothing left to send?`,
  ];
}
