import { thereAre, type Home } from '#acts';
import { ownTables } from '#pools';

/** Returns the names of the tables that have sent events to a jackpot, sorted. */
export function tablesHeard({ id, now }: Home): string[] {
  return ownTables(id, now.tables)
    .map(([name]) => name)
    .sort();
}

/** A sentence about a table that is unknown to every jackpot, with a space before it. */
export function unheardTable(homes: readonly Home[], name: string | undefined): string {
  const known = new Set(homes.flatMap(tablesHeard));
  if (name === undefined || known.has(name)) return '';
  return ` No table of this name is known. ${thereAre([...known].sort(), 'table')}`;
}
