import { tableKey, type PartitionState, type TableState } from '#pools';

/** The last sequence of a table, decimal, as `table.reset` sets it. */
export interface ResetData {
  readonly table: string;
  readonly sequence: string;
  /** The newest round that has begun, where rounds count up. */
  readonly round?: string | undefined;
}

/**
 * Warns of a sequence that goes back: the ledger then applies old events again; and of one that
 * goes on while bets are down: what the table then sends is refused.
 */
export function resetLooks(
  { id, now }: { readonly id: string; readonly now: Pick<PartitionState, 'tables'> },
  { table, sequence, round }: ResetData,
): string[] {
  const known = now.tables.get(tableKey(id, table));
  if (!known) return [];
  const newest = known.newestRound;
  const again = round !== undefined && newest !== null && BigInt(round) < newest;
  return [
    ...sequenceLooks(table, known, BigInt(sequence)),
    ...(again
      ? [
          `rounds ${BigInt(round) + 1n} to ${newest} may begin again: is ${round} the last one played?`,
        ]
      : []),
  ];
}

function sequenceLooks(
  table: string,
  { sequence: last, rounds }: Pick<TableState, 'sequence' | 'rounds'>,
  sequence: bigint,
): string[] {
  if (sequence === last) return [];
  if (sequence > last) {
    if (rounds.every(({ bets }) => bets.length === 0)) return [];
    return [
      `bets of ${table} are down, and its last event was ${last}: a result up to ${sequence} is refused. Has its controller used ${sequence}?`,
    ];
  }
  return [
    `the sequence of ${table} goes back from ${last} to ${sequence}: an event in between that its controller sends again is applied again, a bet too. Has it nothing left to send?`,
  ];
}
