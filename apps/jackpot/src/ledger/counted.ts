import type { LedgerSnapshot } from '#ledger';

/**
 * The offset from which records count. Memory knows what this process has counted, also when Redis
 * has gone back. A ledger that was emptied to be folded again says what was counted before that, by
 * any process; the log may then be another one, so that only the ledger is asked.
 */
export function countedBefore(
  { position, counted }: Pick<LedgerSnapshot, 'position' | 'counted'>,
  known = 0,
): number {
  if (position === 0 && counted !== null) return counted;
  return Math.max(position, counted ?? 0, known);
}
