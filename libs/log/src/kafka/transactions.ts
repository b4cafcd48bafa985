import { BatchRecord, type RefusedBatch } from './batch-record.js';

/** As a broker names it: it goes from its first offset to the next abort marker of its producer. */
export interface AbortedTransaction {
  readonly producerId: string;
  readonly firstOffset: string;
}

/**
 * Marks the batches of aborted transactions: their records are stepped over (contract 2.3).
 *
 * kafkajs 2.2.4 leaves such records out, and does that wrong: of several transactions that begin
 * before a fetch it learns of one with each record, and any record with the key of a marker is one
 * to it. So what it leaves out depends on where fetches begin, and a replay may decide otherwise.
 * @param messages what a fetch gives of one partition
 * @param aborted all that end in these messages or after them
 */
export function markAborted(
  messages: readonly (BatchRecord | RefusedBatch)[],
  aborted: readonly AbortedTransaction[],
): void {
  if (aborted.length === 0) return;
  const waiting = aborted
    .map(({ producerId, firstOffset }) => ({ producerId, first: BigInt(firstOffset) }))
    .sort((one, other) => (one.first < other.first ? -1 : 1));
  const open = new Set<string>();
  let before: unknown;
  for (const message of messages) {
    if (!(message instanceof BatchRecord) || message.batchContext === before) continue;
    const { batchContext: batch } = message;
    before = batch;
    const lastOffset = BigInt(batch.firstOffset) + BigInt(batch.lastOffsetDelta);
    while (waiting[0] && waiting[0].first <= lastOffset) {
      open.add((waiting.shift() as (typeof waiting)[number]).producerId);
    }
    if (batch.isControlBatch) {
      if (isAbortMarker(message)) open.delete(batch.producerId);
    } else if (batch.inTransaction && open.has(batch.producerId)) batch.steppedOver = 'aborted';
  }
}

/** The key of a control record is its version and its type, two bytes each; 0 aborts. */
function isAbortMarker(record: BatchRecord): boolean {
  const key = record.keyIfWhole();
  return key !== null && key.length >= 4 && key.readInt16BE(2) === 0;
}
