import { BatchRecord, type RefusedBatch } from './batch-record.js';

/**
 * An aborted transaction, as a broker names it: from its first offset to the producer's next abort
 * marker.
 */
export interface AbortedTransaction {
  readonly producerId: string;
  readonly firstOffset: string;
}

/**
 * Marks the batches of aborted transactions: their records are stepped over (contract 2.3).
 *
 * kafkajs 2.2.4 omits such records, but does it wrong: of several transactions that begin before a
 * fetch it learns of one with each record, and it mistakes any record with the key of a marker for
 * one. So the omitted records depend on where fetches begin, and a replay may decide differently.
 * @param messages one partition's part of a fetch
 * @param aborted all that end in these messages or later
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

/**
 * Tells whether a control record aborts: its key is its version and its type, two bytes each; 0
 * aborts.
 */
function isAbortMarker(record: BatchRecord): boolean {
  const key = record.keyIfWhole();
  return key !== null && key.length >= 4 && key.readInt16BE(2) === 0;
}
