import { ownTables, type Configuration, type Jackpot, type PartitionState } from '#pools';
import { visible } from '../visible.js';

type AllowedTables = Configuration['tables'];

/** Warns of tables with bets down that a configuration takes out: their results are refused. */
export function tablesLeftOut(
  { id, now }: { readonly id: string; readonly now: Pick<PartitionState, 'tables'> },
  { configuration }: { readonly configuration: Pick<Jackpot['configuration'], 'tables'> },
  {
    tables = null,
    effective = 'now',
  }: { readonly tables?: AllowedTables | undefined; readonly effective?: 'now' | 'next-restart' },
): string[] {
  const allows = (list: AllowedTables, name: string): boolean =>
    list === null || list.some((table) => table.id === name);
  // Nobody knows which bets are down at the next restart.
  if (effective === 'next-restart') return [];
  return ownTables(id, now.tables).flatMap(([name, { rounds, carried }]) => {
    const isPlaying = carried.length > 0 || rounds.some((round) => round.bets.length > 0);
    if (!isPlaying || !allows(configuration.tables, name) || allows(tables, name)) return [];
    return [
      `${visible(name)} has bets down, and their result would be refused: block the table, and let it settle first`,
    ];
  });
}
