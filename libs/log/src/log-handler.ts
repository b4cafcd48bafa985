import type { Halt } from './halting.js';
import type { LogRecord } from './record.js';

/** The interface of the ledger for the log. In the service, only `LogController` implements it. */
export interface LogHandler {
  /** Returns the position of the ledger. */
  open(asked: OpenPartition): Promise<Opened>;
  /**
   * Applies the records up to the position in its answer, and none after it. While more wait it may
   * leave the commit to a later run.
   */
  apply(work: ApplyRecords): Promise<Applied>;
  /** Tells whether the ledger is still at its place, unchanged. */
  look(asked: LookAtLedger): Promise<Looked>;
  /** Drops the state of all partitions; this instance owns the given ones from now on. */
  assigned(partitions: readonly number[]): true | Promise<true>;
}

/** The pattern of each method, for `@MessagePattern`. */
export const logPatterns = {
  open: 'log.open',
  apply: 'log.apply',
  look: 'log.look',
  assigned: 'log.assigned',
} as const satisfies Record<keyof LogHandler, string>;

export interface OpenPartition {
  readonly partition: number;
  /** The cluster and the topic's number of partitions, from the brokers; the ledger keeps both. */
  readonly clusterId: string;
  readonly partitions: number;
}

/** The place of the ledger in the log. */
export interface LedgerPlace {
  /** The offset of the next record to apply. */
  readonly position: number;
  /** Hash of the record before it; undefined if none was applied yet. */
  readonly anchor: string | undefined;
  /** Its Kafka time (contract 2), ms; 0 if none was applied yet. */
  readonly newestMs: number;
  /**
   * Records before this offset pass whatever their time: they passed before, or a person allows it.
   */
  readonly anyTimeBefore: number;
}

export type Opened =
  | (LedgerPlace & { readonly outcome: 'opened' })
  | { readonly outcome: 'wait'; readonly detail: string }
  | Halt;

export interface ApplyRecords extends OpenPartition {
  /** Consecutive, the first at the position. If empty, uncommitted records are committed now. */
  readonly records: readonly LogRecord[];
  /** Number of records known to wait after them. */
  readonly waiting: number;
  /** Keeps this instance in its group while a commit waits for Redis; never throws. */
  readonly heartbeat: () => Promise<void>;
  /** True if the answer no longer matters: the partition was taken away, or the service stops. */
  readonly abandoned: () => boolean;
}

export type Applied =
  | {
      /** `folded`: the ledger is still at the position of the last `applied`. */
      readonly outcome: 'applied' | 'folded';
      readonly position: number;
      /**
       * The time that these records cost, while nothing else of the process ran: their folding, and
       * the making of their commit if they have their own.
       */
      readonly foldMs: number;
    }
  /** The ledger has dropped its state of the partition: open it again. */
  | { readonly outcome: 'reload'; readonly detail: string }
  | Halt;

export interface LookAtLedger {
  readonly partition: number;
  /** The position of the last answer. */
  readonly position: number;
}

export type Looked =
  | { readonly outcome: 'same' }
  /** It has gone back, or another instance has changed it: it must be opened again. */
  | { readonly outcome: 'reload'; readonly detail: string }
  /** Its balances differ from those of the log. */
  | Halt;
