import { ownTables, type Configuration, type PartitionState } from '#pools';
import { visible } from '../visible.js';

/** Warns of tables with bets down that a configuration leaves out: their results are refused. */
export function tablesLeftOut(
  { id, now }: { readonly id: string; readonly now: Pick<PartitionState, 'tables'> },
  { tables = null }: { readonly tables?: Configuration['tables'] | undefined },
): string[] {
  if (tables === null) return [];
  return ownTables(id, now.tables).flatMap(([name, { rounds }]) => {
    const bets = rounds.reduce((sum, round) => sum + round.bets.length, 0);
    if (bets === 0 || tables.some((table) => table.id === name)) return [];
    const [of, its] = rounds.length === 1 ? ['an open round', 'its'] : ['open rounds', 'their'];
    return [
      `${visible(name)} has ${of} with ${bets} ${bets === 1 ? 'bet' : 'bets'}, and ${its} result would be refused: let it settle first, and block the table meanwhile`,
    ];
  });
}
