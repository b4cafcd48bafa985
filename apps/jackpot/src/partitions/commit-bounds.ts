import { silentFromMs, type Folding } from '#engine';
import { recordsPerApply } from '#log';

/**
 * When what was folded is committed. While a partition is far behind, runs share a commit: each
 * table and each value is then written, digested and sent once for all of them.
 */
export interface CommitBounds {
  /** A run is committed at once where fewer records than this are known to wait. */
  readonly waiting: number;
  /** No commit has more records. */
  readonly records: number;
  /** The longest run. */
  readonly recordsPerRun: number;
  // A commit may exceed these by what one run brings.
  /** Tables, jackpots and awards to write, so that Redis is not busy for long. */
  readonly entries: number;
  /** Jackpots with postings. With one more run they still fit into a journal block of 1 MiB. */
  readonly jackpots: number;
  /** Awards, exceptions and values with a hit, so that they do not wait and the outbox has room. */
  readonly outputs: number;
  /** Characters of all outputs: a statement has all tables of its jackpot. */
  readonly outputSize: number;
  /** How long the first record may wait for its commit. */
  readonly ageMs: number;
  /** The same while the ledger is so late that no sign says that its value is of now. */
  readonly lateAgeMs: number;
}

/** At most so many records are one commit. */
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
  /** How many records are known to wait behind what was folded. */
  readonly waiting: number;
  /** Since the first of it was folded. */
  readonly ageMs: number;
  /** Since the last of it was recorded. */
  readonly behindMs: number;
}

/** Whether what was folded is committed now. */
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
