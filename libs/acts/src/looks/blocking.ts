import { isTableOf } from '#pools';
import { visible } from '../visible.js';

/** Warns of an unknown table name: the table that was meant would keep playing. */
export function blockingLooks(
  {
    id,
    jackpot,
    now,
  }: {
    readonly id: string;
    readonly jackpot: Parameters<typeof isTableOf>[0];
    readonly now: { readonly tables: Parameters<typeof isTableOf>[1] };
  },
  { table }: { readonly table: string },
): string[] {
  if (isTableOf(jackpot, now.tables, table)) return [];
  return [`${visible(table)} has never played for ${visible(id)}: is it the name of the table?`];
}
