import { silentFromMs, type Folding } from '#engine';
import { recordsPerApply } from '#log';

/**
 * Limits that decide when folded records are committed. While a partition lags far, runs share a
 * commit: each table and each value is then written, digested and sent once for all of them.
 */
export interface CommitBounds {
  /** A run is committed at once if fewer records than this are known to wait. */
  readonly waiting: number;
  /** Maximum number of records in a commit. */
  readonly records: number;
  /** The longest run. */
  readonly recordsPerRun: number;
  // A commit may exceed these limits by the contents of one run.
  /** Tables, jackpots and awards to write, so that Redis is not busy for long. */
  readonly entries: number;
  /** Jackpots with postings. With one more run they still fit into a journal block of 1 MiB. */
  readonly jackpots: number;
  /** Awards, exceptions and values with a hit, so that they do not wait and the outbox has room. */
  readonly outputs: number;
  /** Characters of all outputs: a statement has all tables of its jackpot. */
  readonly outputSize: number;
  /** Maximum time that the first record waits for its commit. */
  readonly ageMs: number;
  /** The same while the ledger is so late that no sign says that its value is current. */
  readonly lateAgeMs: number;
}

/** Maximum number of records in a commit. */
export const recordsPerCommit = 20_000;

export const commitBounds: CommitBounds = {
  waiting: recordsPerApply,
  records: recordsPerCommit,
  recordsPerRun: recordsPerApply,
  entries: 5_000,
  jackpots: 900,
  outputs: 500,
  outputSize: 8 * 1024 * 1024,
  ageMs: 2_000,
  lateAgeMs: 5_000,
};

interface FoldedSoFar {
  /** Number of records known to wait after the folded ones. */
  readonly waiting: number;
  /** Age since its first record was folded. */
  readonly ageMs: number;
  /** Age since its last record was recorded. */
  readonly behindMs: number;
}

/** Returns whether the folded records are committed now. */
export function isCommitDue(
  { from, to, newer, postings, tables, jackpots, claims, outputs, outputSize }: Folding,
  { waiting, ageMs, behindMs }: FoldedSoFar,
  bounds: CommitBounds,
): boolean {
  return (
    newer !== undefined ||
    waiting < bounds.waiting ||
    to - from + 1 + bounds.recordsPerRun > bounds.records ||
    tables.size + jackpots.size + claims.size >= bounds.entries ||
    postings.size >= bounds.jackpots ||
    outputs.length >= bounds.outputs ||
    outputSize >= bounds.outputSize ||
    ageMs >= (behindMs < silentFromMs ? bounds.ageMs : bounds.lateAgeMs)
  );
}
