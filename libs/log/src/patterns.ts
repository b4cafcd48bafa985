import type { Halt } from './halting.js';
import type { LogRecord } from './record.js';

/** The messages that `LogServer` sends to its controller; the controller answers each with data. */
export const logPatterns = {
  /** `OpenPartition` → `Opened`: says how far the ledger is. */
  open: 'log.open',
  /** `ApplyRecords` → `Applied`: takes the records, all of them or none that it does not say. */
  apply: 'log.apply',
  /** `LookAtLedger` → `Looked`: says whether the ledger is still where it was. */
  look: 'log.look',
  /** `number[]`: the partitions that this instance still has; all memory of any is to be dropped. */
  assigned: 'log.assigned',
} as const;

export interface OpenPartition {
  readonly partition: number;
  /** What the broker says of itself and of the topic; the ledger remembers both. */
  readonly clusterId: string;
  readonly partitions: number;
}

export type Opened =
  | {
      readonly outcome: 'opened';
      /** The offset of the next record to apply. */
      readonly position: number;
      /** Hash of the record before it; null when none was applied yet. */
      readonly anchor: string | null;
    }
  | { readonly outcome: 'wait'; readonly detail: string }
  | Halt;

export interface ApplyRecords {
  readonly partition: number;
  readonly clusterId: string;
  readonly partitions: number;
  /** Consecutive, the first at the position. */
  readonly records: readonly LogRecord[];
  /** Keeps this instance in its group while a commit waits for Redis; never throws. */
  readonly heartbeat: () => Promise<void>;
  /** True when the answer no longer matters: the partition is another's, or the service stops. */
  readonly abandoned: () => boolean;
}

export type Applied =
  | { readonly outcome: 'applied'; readonly position: number }
  /** The memory of the partition was dropped: open it again. */
  | { readonly outcome: 'reload'; readonly detail: string }
  | Halt;

export interface LookAtLedger {
  readonly partition: number;
  /** Where it was left by the last answer. */
  readonly position: number;
}

export type Looked =
  | { readonly outcome: 'same' }
  /** It has gone back, or went another way: open it again. */
  | { readonly outcome: 'reload'; readonly detail: string };
