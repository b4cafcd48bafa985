import type { AwardMessage, Echo } from '#contract';
import type { OutboxEntry } from '#ledger';
import type { LogRecord } from '#log';
import type { Accounts, PartitionState } from '#pools';
import { noCounts, type Counts } from './counting.js';

/** What a run of records, or several, did to its partition, not yet committed. */
export interface Folded {
  readonly partition: number;
  readonly from: number;
  readonly to: number;
  /** Kafka time of the last record, ms. */
  readonly recordedAtMs: number;
  /** Netted by jackpot, micro-units. */
  readonly postings: Map<string, Accounts>;
  readonly jackpots: Set<string>;
  readonly tables: Set<string>;
  /** Jackpots of which a gaming day was closed. */
  readonly closed: Set<string>;
  /** Awards that are remembered anew, or no longer: their jackpots by their ids. */
  readonly claims: Map<string, string>;
  /** Awards, exceptions and value messages in the order of the log. */
  readonly outbox: OutboxEntry[];
  readonly awards: AwardMessage[];
  readonly frames: string[];
  /** Refused records, as an echo has them. */
  readonly refused: NonNullable<Echo['refused']>;
  readonly repeated: NonNullable<Echo['repeated']>;
  /** Offsets without an event: the first and the last of each stretch. */
  readonly steppedOver: [number, number][];
  /** Version of the value message that was last made for a jackpot. */
  readonly shown: Map<string, number>;
  /** The messages without a hit, made of the state after all runs: what the ledger stores. */
  readonly lastShown: Map<string, string>;
  readonly counts: Counts;
  /** A signed record has come: keys or sequences have changed. */
  authorityChanged: boolean;
  /** Where a newer edition begins than this build has; the records from there are not folded. */
  newer: NewerEdition | undefined;
}

/** A record from which on the log is read by an edition that this build does not have. */
export interface NewerEdition {
  readonly offset: number;
  readonly edition: number;
}

/** Runs while they are folded. */
export type Folding = Folded & {
  to: number;
  recordedAtMs: number;
  readonly outputs: FoldedOutput[];
  /** Characters of their values. */
  outputSize: number;
  readonly countedFrom: number;
};

/** A message to an output topic, and the offset of the record that it comes from. */
export type FoldedOutput = Omit<OutboxEntry, 'outboxId'> & { readonly offset: number };

/** Before the first run. */
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
