import { tableKey, type Jackpot, type PartitionState } from '#pools';
import { visible } from '../visible.js';

/** Warns of a table that nobody knows: the one that was meant keeps playing. */
export function blockingLooks(
  {
    id,
    jackpot,
    now,
  }: {
    readonly id: string;
    readonly jackpot: { readonly configuration: Pick<Jackpot['configuration'], 'tables'> };
    readonly now: Pick<PartitionState, 'tables'>;
  },
  { table }: { readonly table: string },
): string[] {
  const isListed = jackpot.configuration.tables?.some((each) => each.id === table) === true;
  if (isListed || now.tables.has(tableKey(id, table))) return [];
  return [`${visible(table)} has never played for ${visible(id)}: is it the name of the table?`];
}
