import type { LogRecord } from '#log';
import type { LiveLedger } from '#proof';

/**
 * Reads the newest records of the log.
 * @param since the offset from which on each partition is wanted.
 * @param limit of the records, in all these partitions together.
 * @returns whether there are more than the limit: older ones were left out.
 */
export async function readNewest(
  live: LiveLedger,
  since: ReadonlyMap<number, number>,
  limit: number,
  onRecord: (record: LogRecord) => void,
): Promise<boolean> {
  const marks = await live.watermarks('events');
  const each = Math.floor(limit / Math.max(1, since.size));
  let isCut = false;
  const ranges = new Map(
    [...since].flatMap(([partition, offset]) => {
      const { low = 0, high: to = 0 } = marks[partition] ?? {};
      const wanted = Math.max(low, offset);
      const from = Math.max(wanted, to - each);
      isCut ||= from > wanted;
      return from < to ? [[partition, { from, to }] as const] : [];
    }),
  );
  if (ranges.size > 0) await live.readEvents(ranges, (_, records) => records.forEach(onRecord));
  return isCut;
}
