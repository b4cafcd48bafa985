import type { Emptied, JournalBlock } from '#ledger';
import type { Authority } from '#pools';
import type { LedgerComparison } from './rebuild.js';

export interface PartitionChange {
  /** The offsets that the journal's block names. */
  readonly from: number;
  readonly to: number;
  readonly position: number;
  readonly anchor: string | null;
  /** Undefined if the ledger stays. */
  readonly emptied?: Emptied;
  /** The digest of the ledger after the act; undefined if the ledger stays. */
  readonly state?: string;
  /** Keys that may sign the act: by the ledger, or by the log if the ledger is replaced. */
  readonly authority: Authority;
  /** For a replaced ledger: true if the log gives it a jackpot with `approvals`. */
  readonly hasApprovals?: boolean;
  /**
   * The first block that a lost journal gets back, from an archive: the act's own block follows it.
   */
  readonly putBack?: JournalBlock;
  readonly effect: RecoveryEffect;
}

/** The effect of an act on a partition, for people. Numbers count records of the log. */
export type RecoveryEffect =
  | { readonly act: 'skip'; readonly from: number; readonly position: number }
  | {
      readonly act: 'accept-log';
      readonly clusters: readonly [before: string | null, after: string];
      readonly position: number;
    }
  | {
      readonly act: 'accept-time';
      /** Times of the ledger and of the record that is let pass, epoch ms. */
      readonly times: readonly [newestMs: number, recordedAtMs: number];
      readonly position: number;
    }
  | (Replaced & { readonly act: 'rebuild'; readonly isHalted: boolean })
  | (Replaced & {
      readonly act: 'restore';
      readonly checkpoint: { readonly at: string; readonly digest: string };
      /** The log from its first record, its part after the checkpoint, or an archive. */
      readonly folded: 'log' | 'rest' | { readonly manifest: string };
    });

interface Replaced {
  readonly positions: readonly [before: number, after: number];
  /** Number of folded records. */
  readonly records: number;
  /** Number of records after them. */
  readonly pending: number;
  readonly comparison: LedgerComparison;
}
