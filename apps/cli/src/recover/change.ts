import type { Emptied } from '#ledger';
import type { Authority } from '#pools';

/** What an act changes of a partition. */
export interface Change {
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
  readonly description: string;
}
