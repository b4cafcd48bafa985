import { haltOfBug } from './halting.js';
import type { Applied, ApplyRecords, LogHandler } from './log-handler.js';

/**
 * Hands records to the ledger. A failed heartbeat is kept for the caller to throw: inside the
 * handler it would count as a bug.
 * @param isOver tells whether the answer no longer matters
 */
export async function handOver(
  ledger: LogHandler,
  work: Omit<ApplyRecords, 'abandoned'>,
  isOver: () => boolean,
): Promise<{ applied: Applied; lost: { error: unknown } | undefined }> {
  let lost: { error: unknown } | undefined;
  const heartbeat = () => work.heartbeat().catch((error: unknown) => void (lost = { error }));
  const abandoned = () => lost !== undefined || isOver();
  try {
    const applied = await ledger.apply({ ...work, heartbeat, abandoned });
    return { applied, lost };
  } catch (error) {
    return { applied: haltOfBug(' on the records', error), lost };
  }
}
