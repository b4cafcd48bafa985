import { thereAre, type Home } from '#acts';

/** The names of the tables that a jackpot has heard of. */
export function tablesOf({ id, now }: Home): string[] {
  const own = [...now.tables.keys()].filter((key) => key.startsWith(`${id}/`));
  return own.map((key) => key.slice(id.length + 1)).sort();
}

/** A sentence about a table of which no jackpot has heard, with a space before it. */
export function unheardTable(homes: readonly Home[], name: string | undefined): string {
  const known = new Set(homes.flatMap(tablesOf));
  if (name === undefined || known.has(name)) return '';
  return ` No table of this name has been heard of. ${thereAre([...known].sort(), 'table')}`;
}
