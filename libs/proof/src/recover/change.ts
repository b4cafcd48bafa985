import type { Emptied, JournalBlock } from '#ledger';
import type { Authority } from '#pools';
import type { LedgerComparison } from './rebuild.js';

/** What an act changes of a partition. */
export interface PartitionChange {
  /** The offsets that the journal's block names. */
  readonly from: number;
  readonly to: number;
  readonly position: number;
  readonly anchor: string | null;
  /** Undefined where the ledger stays. */
  readonly emptied?: Emptied;
  /** The digest of what the ledger holds then; undefined where it stays. */
  readonly state?: string;
  /** Who may sign the act: by the ledger, or by the log where the ledger is replaced. */
  readonly authority: Authority;
  /** Of a ledger that is replaced: whether the log gives it a jackpot with `approvals`. */
  readonly hasApprovals?: boolean;
  /** What a lost journal gets back first, from an archive: the block that the act's own follows. */
  readonly putBack?: JournalBlock;
  readonly effect: RecoveryEffect;
}

/** What an act does to a partition, for people. Records of the log are counted. */
export type RecoveryEffect =
  | { readonly act: 'skip'; readonly from: number; readonly position: number }
  | {
      readonly act: 'accept-log';
      readonly clusters: readonly [before: string | null, after: string];
      readonly position: number;
    }
  | {
      readonly act: 'accept-time';
      /** Of the ledger, and of the record that is let pass, epoch ms. */
      readonly times: readonly [newestMs: number, recordedAtMs: number];
      readonly position: number;
    }
  | (Replaced & { readonly act: 'rebuild'; readonly isHalted: boolean })
  | (Replaced & {
      readonly act: 'restore';
      readonly checkpoint: { readonly at: string; readonly digest: string };
      /** The log from its first record, what it has after the checkpoint, or an archive. */
      readonly folded: 'log' | 'rest' | { readonly manifest: string };
    });

interface Replaced {
  readonly positions: readonly [before: number, after: number];
  /** How many records were folded. */
  readonly records: number;
  /** How many records come after them. */
  readonly pending: number;
  readonly comparison: LedgerComparison;
}
