import { UserError } from '#contract';
import type { Folded } from '#engine';
import type { JournalBlock } from '#ledger';
import type { LogRecord } from '#log';
import type { Jackpot, PartitionState } from '#pools';
import type { RecordPlace, ReplayObserver } from '../fold/replay.js';

/** The ledger after the record at an offset, or before the first record later than a time. */
export type Moment = { readonly offset: number } | { readonly untilMs: number };

const movementsKept = 10;

/** A record's place and its Kafka time. */
export type TimedOffset = Pick<LogRecord, 'offset' | 'recordedAtMs'>;

/**
 * Refuses a moment whose records are unknown: a record with a time in the future makes all records
 * after it as late (contract 2).
 * @throws UserError if the first record after the moment is one of them.
 */
export function assertTimesTrue(endedBy: TimedOffset | undefined, at: string): void {
  if (!endedBy || endedBy.recordedAtMs <= Date.now() + clocksDifferMs) return;
  const { offset, recordedAtMs } = endedBy;
  const time = new Date(recordedAtMs).toISOString();
  throw new UserError(
    `The record at offset ${offset} is dated ${time}, which is in the future. So its time, and the times of later records, say nothing about ${at}. Give an offset: --at ${offset - 1} is before it.`,
  );
}

/** Largest difference expected between the clocks of a broker and of this machine. */
const clocksDifferMs = 60_000;

interface Movement {
  readonly record: LogRecord;
  readonly micros: bigint;
  readonly poolAfterMicros: bigint;
}

/** Remembers a jackpot at the moment, and the last records that moved its pool. */
export class Movements implements ReplayObserver {
  readonly newest: Movement[] = [];
  last: TimedOffset | undefined;
  /** The block of the last record. */
  block: JournalBlock | undefined;
  /** A copy of the jackpot at the moment, once a later record has come. */
  found: Jackpot | undefined;
  /** The first record later than the moment. */
  endedBy: TimedOffset | undefined;

  constructor(
    private readonly jackpot: string,
    private readonly moment: Moment,
  ) {}

  before(state: PartitionState, record: LogRecord): void {
    if (this.endedBy || 'offset' in this.moment) return;
    if (record.recordedAtMs <= this.moment.untilMs) return;
    this.endedBy = record;
    const jackpot = state.jackpots.get(this.jackpot);
    // If the jackpot does not exist yet, later records do not change the answer.
    if (jackpot) this.found = { ...jackpot, accounts: { ...jackpot.accounts } };
    else throw new UserError(`${this.jackpot} did not exist yet: it was configured later.`);
  }

  after(
    state: PartitionState,
    record: LogRecord,
    { postings }: Folded,
    { block }: RecordPlace,
  ): void {
    if (this.endedBy) return;
    this.last = record;
    this.block = block;
    const micros = postings.get(this.jackpot)?.pool ?? 0n;
    if (micros === 0n) return;
    const poolAfterMicros = state.jackpots.get(this.jackpot)?.accounts.pool ?? 0n;
    this.newest.push({ record, micros, poolAfterMicros });
    if (this.newest.length > movementsKept) this.newest.shift();
  }
}
