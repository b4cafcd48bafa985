import { build } from '#contract';
import { commitOf, endFold, foldOn, haltOfEdition, type FoldContext } from '#engine';
import type { Folded, Folding } from '#engine';
import type { CommitContent, StateDigest } from '#ledger';
import { anchorOf, halt, type ApplyRecords, type Halt, type LogRecord } from '#log';
import { AssertionError, type PartitionState } from '#pools';
import { isCommitDue, type CommitBounds } from './commit-bounds.js';

/** The state from which a partition is folded further. */
export interface Folds {
  /** Includes uncommitted records. */
  readonly state: PartitionState;
  /** Digest of the ledger. */
  readonly digest: StateDigest;
  /** Hash and number of the journal's last block. */
  readonly head: string;
  readonly block: number;
  /** The build of the last commit; null before the first. */
  readonly build: string | null;
  readonly uncommitted?: Uncommitted | undefined;
}

/** The records folded since the last commit. */
export interface Uncommitted {
  readonly folding: Folding;
  /** Hash of its last record. */
  readonly anchor: string;
  /** Time at which its first run was folded. */
  readonly sinceMs: number;
}

interface FoldTime {
  /** See `Applied`. */
  readonly foldMs: number;
}

export interface FoldedCommit extends FoldTime {
  readonly folded: Folded;
  readonly commit: CommitContent;
}

interface LeftUncommitted extends FoldTime {
  readonly uncommitted: Uncommitted;
}

/** The state is unusable: these records must be folded again, each run with its own commit. */
export interface FoldFailed {
  readonly outcome: 'reload';
  readonly detail: string;
  /** Offset after the records that were folded together. */
  readonly to: number;
}

/** The fixed inputs of a partition's fold. */
interface Folder {
  readonly context: FoldContext;
  /** Offset of the first record that the metrics have not counted. */
  readonly countedFrom: number | undefined;
  readonly bounds: CommitBounds;
}

/**
 * Folds records into the state, in place, up to the start of a newer edition or a limit of outputs,
 * and makes a commit of everything uncommitted if one is due. Without records one is due. A bug
 * halts the partition, or reloads it if earlier runs wait for their commit. A newer edition halts
 * it if it begins with the first uncommitted record.
 */
export function foldBatch(
  { state, digest, head, block, uncommitted, build: builtBy }: Folds,
  { records, waiting, partitions, clusterId }: ApplyRecords,
  { context, countedFrom = 0, bounds }: Folder,
): FoldedCommit | LeftUncommitted | FoldFailed | Halt {
  const newBuild = builtBy === build ? undefined : build;
  const beganAtMs = performance.now();
  const sinceMs = uncommitted?.sinceMs ?? beganAtMs;
  try {
    const bounded = { ...context, outputSizeAtMost: bounds.outputSize };
    const folding = foldOn(state, records, bounded, countedFrom, uncommitted?.folding);
    const last = records.findLast(({ offset }) => offset <= folding.to);
    const anchor = last ? anchorOf(last) : uncommitted?.anchor;
    const { newer } = folding;
    if (anchor === undefined) return haltOfEdition(newer?.edition ?? 0, newer?.offset);
    const foldedAtMs = performance.now();
    const behindMs = Date.now() - state.newestMs;
    const moment = { waiting, ageMs: foldedAtMs - sinceMs, behindMs };
    const foldedMs = foldedAtMs - beganAtMs;
    if (records.length > 0 && !isCommitDue(folding, moment, bounds)) {
      return { uncommitted: { folding, anchor, sinceMs }, foldMs: foldedMs };
    }
    const folded = endFold(state, folding);
    const known = { head, block, digest, partitions, clusterId, anchor, newBuild };
    const commit = commitOf(state, folded, known);
    const foldMs = uncommitted ? foldedMs : performance.now() - beganAtMs;
    return { folded, commit, foldMs };
  } catch (error) {
    if (uncommitted) return failedAfter(uncommitted, records.at(-1), error);
    if (!(error instanceof AssertionError)) throw error;
    return halt('ledger-unbalanced', `${error.message}.`);
  }
}

function failedAfter(
  { folding }: Uncommitted,
  last: LogRecord | undefined,
  error: unknown,
): FoldFailed {
  const { from } = folding;
  const to = (last?.offset ?? folding.to) + 1;
  const detail = `the records from ${from} to ${to - 1} are folded again, each run with a commit of its own: ${String(error)}`;
  return { outcome: 'reload', detail, to };
}
