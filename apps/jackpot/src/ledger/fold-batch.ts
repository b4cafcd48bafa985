import { build } from '#contract';
import { commitOf, foldRecords, haltOfEdition, type Folded } from '#engine';
import type { Commit, StateDigest } from '#ledger';
import { anchorOf, halt, type ApplyRecords, type Halt } from '#log';
import { AssertionError, type PartitionState } from '#pools';

/** What a partition is folded on from. */
export interface Folds {
  readonly state: PartitionState;
  readonly digest: StateDigest;
  /** Hash and number of the journal's last block. */
  head: string;
  block: number;
  /** The build of the last commit; null before the first. */
  build: string | null;
}

interface FoldedBatch {
  readonly folded: Folded;
  readonly commit: Omit<Commit, 'id'>;
  /** How long nothing else of the process went on. */
  readonly foldMs: number;
}

/**
 * Folds records into the state, in place, and makes their commit, up to where a newer edition
 * begins. A bug in them is a halt, and so is a newer edition that begins with the first of them.
 * @param countedFrom offset of the first record that the metrics have not counted.
 */
export function foldBatch(
  before: Folds,
  work: ApplyRecords,
  context: Parameters<typeof foldRecords>[2],
  countedFrom: number | undefined,
): FoldedBatch | Halt {
  const { state, digest, head, block } = before;
  const newBuild = before.build === build ? undefined : build;
  const { records, partitions, clusterId } = work;
  const beganAtMs = performance.now();
  try {
    const folded = foldRecords(state, records, context, countedFrom);
    const last = records[folded.to - folded.from];
    if (!last) return haltOfEdition(folded.newer?.edition ?? 0, folded.newer?.offset);
    const anchor = anchorOf(last);
    const known = { head, block, digest, partitions, clusterId, anchor, newBuild };
    const commit = commitOf(state, folded, known);
    return { folded, commit, foldMs: performance.now() - beganAtMs };
  } catch (error) {
    if (!(error instanceof AssertionError)) throw error;
    return halt('ledger-unbalanced', `${error.message}.`);
  }
}
