import type { Halt } from './halting.js';
import type { LogRecord } from './record.js';

/** What the log asks of the ledger. In the service, `LogController` alone implements it. */
export interface LogHandler {
  /** Says how far the ledger is. */
  open(asked: OpenPartition): Promise<Opened>;
  /**
   * Applies the records up to the position that it answers, and none after it. While more wait it
   * may leave the commit to a later run.
   */
  apply(work: ApplyRecords): Promise<Applied>;
  /** Says whether the ledger is still where it was, and what it was. */
  look(asked: LookAtLedger): Promise<Looked>;
  /** Drops the state of all partitions; these are the ones that this instance has from now on. */
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
  /** The cluster and the size of the topic, as the brokers say; the ledger keeps both. */
  readonly clusterId: string;
  readonly partitions: number;
}

/** Where the ledger is. */
export interface LedgerPlace {
  /** The offset of the next record to apply. */
  readonly position: number;
  /** Hash of the record before it; undefined when none was applied yet. */
  readonly anchor: string | undefined;
  /** Its Kafka time (contract 2), ms; 0 when none was applied yet. */
  readonly newestMs: number;
  /** Records before this offset pass whatever their time: they did before, or a person says so. */
  readonly anyTimeBefore: number;
}

export type Opened =
  | (LedgerPlace & { readonly outcome: 'opened' })
  | { readonly outcome: 'wait'; readonly detail: string }
  | Halt;

export interface ApplyRecords extends OpenPartition {
  /** Consecutive, the first at the position. None: what was left uncommitted is committed now. */
  readonly records: readonly LogRecord[];
  /** How many are known to wait behind them. */
  readonly waiting: number;
  /** Keeps this instance in its group while a commit waits for Redis; never throws. */
  readonly heartbeat: () => Promise<void>;
  /** True when the answer no longer matters: the partition was taken away, or the service stops. */
  readonly abandoned: () => boolean;
}

export type Applied =
  | {
      /** `folded`: the ledger is still at the position of the last `applied`. */
      readonly outcome: 'applied' | 'folded';
      readonly position: number;
      /**
       * What these records have cost, while nothing else of the process went on: their folding, and
       * the making of their commit where they have one of their own.
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
  /** It has gone back, or another instance has changed it: open it again. */
  | { readonly outcome: 'reload'; readonly detail: string }
  /** Its balances are not those of the log. */
  | Halt;
