import { ownTables, type Configuration, type Jackpot, type PartitionState } from '#pools';
import { visible } from '../visible.js';

/** Warns of tables with bets down that a configuration takes out: their results are refused. */
export function tablesLeftOut(
  { id, now }: { readonly id: string; readonly now: Pick<PartitionState, 'tables'> },
  { inForce }: { readonly inForce: Pick<Jackpot['inForce'], 'tables'> },
  {
    tables = null,
    effective = 'now',
  }: {
    readonly tables?: Configuration['tables'] | undefined;
    readonly effective?: 'now' | 'next-restart';
  },
): string[] {
  // Nobody knows which bets are down at the next restart.
  if (tables === null || effective === 'next-restart') return [];
  const listed = new Set(tables.map((table) => table.id));
  return ownTables(id, now.tables).flatMap(([name, { rounds, carried }]) => {
    const isPlaying = carried.length > 0 || rounds.some((round) => round.bets.length > 0);
    if (!isPlaying || listed.has(name) || inForce.tables?.has(name) === false) return [];
    return [
      `${visible(name)} has bets down, and their result would be refused: block the table, and let it settle first`,
    ];
  });
}
