import { commitOf, foldRecords, type Folded } from '#engine';
import type { Commit, StateDigest } from '#ledger';
import { anchorOf, halt, type ApplyRecords, type Halt, type LogRecord } from '#log';
import { AssertionError, type PartitionState } from '#pools';

/** What a partition is folded on from. */
export interface Folds {
  readonly state: PartitionState;
  readonly digest: StateDigest;
  /** Hash and number of the journal's last block. */
  head: string;
  block: number;
}

interface FoldedBatch {
  readonly folded: Folded;
  readonly commit: Omit<Commit, 'id'>;
  /** How long nothing else of the process went on. */
  readonly foldMs: number;
}

/**
 * Folds records into the state, in place, and makes their commit. A bug in them is a halt.
 * @param countedFrom offset of the first record that the metrics have not counted.
 */
export function foldBatch(
  before: Folds,
  work: ApplyRecords,
  context: Parameters<typeof foldRecords>[2],
  countedFrom: number | undefined,
): FoldedBatch | Halt {
  const { state, digest, head, block } = before;
  const { records, partitions, clusterId } = work;
  const beganAtMs = performance.now();
  try {
    const folded = foldRecords(state, records, context, countedFrom);
    const anchor = anchorOf(records.at(-1) as LogRecord);
    const commit = commitOf(state, folded, { head, block, digest, partitions, clusterId, anchor });
    return { folded, commit, foldMs: performance.now() - beganAtMs };
  } catch (error) {
    if (!(error instanceof AssertionError)) throw error;
    return halt('ledger-unbalanced', `${error.message}.`);
  }
}
