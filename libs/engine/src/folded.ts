import type { AwardMessage, Echo } from '#contract';
import type { OutboxEntry } from '#ledger';
import type { LogRecord } from '#log';
import type { Accounts, PartitionState } from '#pools';
import { noCounts, type Counts } from './counting.js';

/** The effect of one or several runs of records on a partition, not committed yet. */
export interface Folded {
  readonly partition: number;
  readonly from: number;
  readonly to: number;
  /** Kafka time of the last record, ms. */
  readonly recordedAtMs: number;
  /** Net amounts by jackpot, micro-units. */
  readonly postings: Map<string, Accounts>;
  readonly jackpots: Set<string>;
  readonly tables: Set<string>;
  /** Jackpots with a gaming day that was closed. */
  readonly closed: Set<string>;
  /** Awards to store or to forget: their jackpots by award id. */
  readonly claims: Map<string, string>;
  /** Awards, exceptions and value messages in log order. */
  readonly outbox: OutboxEntry[];
  readonly awards: AwardMessage[];
  readonly frames: string[];
  /** Refused records in the form of an echo. */
  readonly refused: NonNullable<Echo['refused']>;
  readonly repeated: NonNullable<Echo['repeated']>;
  /** Offsets without an event: the first and the last of each stretch. */
  readonly steppedOver: [number, number][];
  /** Version of each jackpot's last value message. */
  readonly shown: Map<string, number>;
  /** Value messages without a hit, from the state after all runs: the ledger stores them. */
  readonly lastShown: Map<string, string>;
  readonly counts: Counts;
  /** True after a signed record: keys or sequences have changed. */
  authorityChanged: boolean;
  /** The start of an edition newer than this build; records from there on are not folded. */
  newer: NewerEdition | undefined;
}

/** A record from which the log needs an edition that this build does not have. */
export interface NewerEdition {
  readonly offset: number;
  readonly edition: number;
}

/** Folded runs, before the end of the fold. */
export type Folding = Folded & {
  to: number;
  recordedAtMs: number;
  readonly outputs: FoldedOutput[];
  /** Total length of their values, in characters. */
  outputSize: number;
  readonly countedFrom: number;
};

/** A message to an output topic, and the offset of the record that caused it. */
export type FoldedOutput = Omit<OutboxEntry, 'outboxId'> & { readonly offset: number };

/** Begins a fold, before the first run. */
export function beginFold(
  { newestMs }: PartitionState,
  { partition, offset }: LogRecord,
  countedFrom: number,
): Folding {
  return {
    partition,
    from: offset,
    to: offset - 1,
    recordedAtMs: newestMs,
    postings: new Map(),
    jackpots: new Set(),
    tables: new Set(),
    closed: new Set(),
    claims: new Map(),
    outputs: [],
    outputSize: 0,
    outbox: [],
    awards: [],
    frames: [],
    refused: [],
    repeated: [],
    steppedOver: [],
    shown: new Map(),
    lastShown: new Map(),
    counts: noCounts(),
    authorityChanged: false,
    newer: undefined,
    countedFrom,
  };
}

export function noMoney(): Accounts {
  return { pool: 0n, reserve: 0n, house: 0n, players: 0n, held: 0n };
}
