import type { LogRecord } from '#log';
import type { LiveLedger } from '#proof';

/**
 * Reads the newest records of the log.
 * @param since the first wanted offset of each partition.
 * @param limit of the records, in all these partitions together.
 * @returns true if there are more than the limit: older ones were left out.
 */
export async function readNewest(
  live: LiveLedger,
  since: ReadonlyMap<number, number>,
  limit: number,
  onRecord: (record: LogRecord) => void,
): Promise<boolean> {
  const marks = await live.watermarks('events');
  const wanted = [...since].map(([partition, offset]) => {
    const { low = 0, high: to = 0 } = marks[partition] ?? {};
    const from = Math.min(to, Math.max(low, offset));
    return { partition, from, to };
  });
  const shares = limitShares(
    wanted.map(({ from, to }) => to - from),
    limit,
  );
  let isCut = false;
  const ranges = new Map<number, { from: number; to: number }>();
  for (const [index, { partition, from, to }] of wanted.entries()) {
    const share = shares[index] ?? 0;
    isCut ||= share < to - from;
    if (share > 0) ranges.set(partition, { from: to - share, to });
  }
  if (ranges.size > 0) await live.readEvents(ranges, (_, records) => records.forEach(onRecord));
  return isCut;
}

/**
 * Shares a limit out: the rest that a smaller part does not need goes to the larger ones.
 * @returns the share of each size, at most that size; together at most the limit.
 */
export function limitShares(sizes: readonly number[], limit: number): number[] {
  const shares = sizes.map(() => 0);
  const inOrder = [...sizes.keys()].sort((one, other) => (sizes[one] ?? 0) - (sizes[other] ?? 0));
  let left = limit;
  for (const [done, index] of inOrder.entries()) {
    const share = Math.min(sizes[index] ?? 0, Math.floor(left / (sizes.length - done)));
    shares[index] = share;
    left -= share;
  }
  return shares;
}
