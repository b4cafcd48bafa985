import { decodeRecord } from '#contract';
import type { FoldContext } from '#engine';
import type { LogRecord } from '#log';
import type { Jackpot, PartitionState } from '#pools';

/**
 * Decodes the event of an applied record; undefined if it cannot be read.
 * @param after the partition after the record
 * @param before the jackpot as the record met it: the record may have changed its configuration
 */
export function decodeApplied(
  record: LogRecord,
  after: PartitionState,
  before: Jackpot | undefined,
  context: Pick<FoldContext, 'partitions' | 'root'>,
) {
  // It was applied, so it is not a repeat.
  const authority = { ...after.authority, sequences: new Map<string, bigint>() };
  const jackpots = new Map(after.jackpots);
  if (before) jackpots.set(before.id, before);
  const decoded = decodeRecord(record, { ...context, authority, jackpots });
  return 'refused' in decoded ? undefined : decoded.event;
}
