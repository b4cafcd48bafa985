import type { LedgerSnapshot } from '#ledger';
import { anchorOf } from '#log';
import type { LiveLedger } from '../source/live-ledger.js';

/**
 * Returns true if the log has the last record that a ledger has applied, or no longer has it.
 * @param low the beginning of the log
 */
export async function isSameRecord(
  live: LiveLedger,
  partition: number,
  { position, anchor }: Pick<LedgerSnapshot, 'position' | 'anchor'>,
  low: number,
): Promise<boolean> {
  if (low >= position) return true;
  const last = await live.nextRecord('events', partition, position - 1);
  return last?.offset === position - 1 && anchorOf(last) === anchor;
}
