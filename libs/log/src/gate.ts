import { halt, type Halt } from './halting.js';
import type { LedgerPlace } from './log-handler.js';
import type { LogFault } from './log-fault.js';
import { anchorOf, readableMs, type LogRecord } from './record.js';

export interface Watermarks {
  /** First offset that the log still has. */
  readonly low: number;
  /** Offset of the next record to be written. */
  readonly high: number;
}

/** The most that the brokers' clock may be ahead of ours. */
const aheadAtMostMs = 3_600_000;

/**
 * Tells whether a record is dated so far ahead that it halts its partition (contract 2).
 * @param newestMs the newest Kafka time of the older records, epoch ms
 */
export function isAhead(record: Pick<LogRecord, 'recordedAtMs'>, newestMs: number): boolean {
  return readableMs(record) > Math.max(Date.now() + aheadAtMostMs, newestMs);
}

/** `seek`: the records from this offset on are needed. */
type Decision = { apply: readonly LogRecord[] } | { seek: number } | Halt;

/**
 * Once it has recognised the record before the ledger's position, it lets records pass as long as
 * none is missing.
 * It only decides; `Consumption` acts.
 */
export class Gate {
  private anchorToSee: string | undefined;
  /** The position for which the log was read a second time; see `refuse`. */
  private soughtFor = -1;
  /** True if the record before the position was sought since it was last recognised. */
  private hasLookedBack = false;

  private constructor(
    private position: number,
    private anchor: string | undefined,
    private newestMs: number,
    private readonly anyTimeBefore: number,
  ) {
    this.anchorToSee = anchor;
  }

  /** Compares the ledger's position with the beginning and the end of the log. */
  static open(
    { position, anchor, newestMs, anyTimeBefore }: LedgerPlace,
    log: Watermarks,
  ): Gate | Halt {
    if (log.low > position) return logTrimmed(position, log.low);
    if (log.high < position) {
      return logBehind(position, log.high);
    }
    // If retention has deleted the last applied record, there is nothing to compare with.
    const known = log.low < position ? anchor : undefined;
    return new Gate(position, known, newestMs, anyTimeBefore);
  }

  /** The offset of the next record to pass. */
  get next(): number {
    return this.position;
  }

  /** The offset to read from: the last applied record until it is recognised, then the position. */
  get wanted(): number {
    return this.anchorToSee === undefined ? this.position : this.position - 1;
  }

  /**
   * Decides about records in the order read: `seek` if they are not the wanted ones, a halt if the
   * log is not the one that was applied, else the records to apply. Records before a gap, a fault
   * or a record that is dated ahead pass.
   * @param fault the unreadable place after the records.
   */
  pass(records: readonly LogRecord[], fault?: LogFault): Decision {
    const decision = this.decide(records);
    if (!('apply' in decision)) return decision;
    const [first] = decision.apply;
    if (!first) return fault ? this.refuse(halt(fault.reason, fault.message)) : decision;
    const timely = this.timely(decision.apply);
    return timely.length === 0 ? this.refuse(timeAhead(first)) : { apply: timely };
  }

  /** The records before the first one that is dated ahead of the clock and of the older records. */
  private timely(records: readonly LogRecord[]): readonly LogRecord[] {
    const ahead = records.findIndex((record) => {
      const passes = record.offset < this.anyTimeBefore || !isAhead(record, this.newestMs);
      if (passes) this.newestMs = Math.max(this.newestMs, readableMs(record));
      return !passes;
    });
    return ahead === -1 ? records : records.slice(0, ahead);
  }

  private decide(records: readonly LogRecord[]): Decision {
    const first = records[0];
    if (!first) return { apply: [] };
    if (first.offset !== this.wanted) {
      // kafkajs is at another offset than requested, so the log may be another one.
      this.doubt();
      if (first.offset < this.wanted || this.mustLookBack(first.offset)) {
        return { seek: this.wanted };
      }
      if (first.offset > this.wanted) return this.missing(first.offset);
    }
    if (this.anchorToSee !== undefined) {
      if (anchorOf(first) !== this.anchorToSee) {
        return halt(
          'log-replaced',
          `The record at offset ${first.offset} is not the one that was applied: the topic was made again, or records were lost and written anew.`,
        );
      }
      this.anchorToSee = undefined;
      records = records.slice(1);
    }
    const gap = records.findIndex((record, index) => record.offset !== this.position + index);
    if (gap === 0) return this.missing((records[0] as LogRecord).offset);
    return { apply: gap === -1 ? records : records.slice(0, gap) };
  }

  /** Requires that the last applied record is recognised again: the log may have been replaced. */
  doubt(): void {
    if (this.anchorToSee === undefined) this.hasLookedBack = false;
    this.anchorToSee = this.anchor;
  }

  /**
   * Notes that the records before this offset were applied; `anchor` is the hash of the last one.
   */
  advance(position: number, anchor: string | undefined): void {
    this.position = position;
    this.anchor = anchor;
  }

  /**
   * Tells whether to look back: a redelivery from the position after an abandoned commit is not a
   * gap.
   */
  private mustLookBack(found: number): boolean {
    if (found !== this.position || this.hasLookedBack) return false;
    this.hasLookedBack = true;
    return true;
  }

  private missing(found: number): Halt | { seek: number } {
    const detail = `Offset ${this.wanted} was asked for but the log goes on at ${found}.`;
    return this.refuse(halt('log-gap', detail));
  }

  /** Reads the log once more from the wanted offset: the records may come from an old fetch. */
  private refuse(reason: Halt): Halt | { seek: number } {
    if (this.soughtFor === this.position) return reason;
    this.soughtFor = this.position;
    return { seek: this.wanted };
  }
}

/** The beginning and the end of a partition's log; undefined if there is no such partition. */
export function watermarksOf(
  offsets: readonly { partition: number; high: string; low: string }[],
  partition: number,
): Watermarks | undefined {
  const found = offsets.find((each) => each.partition === partition);
  return found && { low: Number(found.low), high: Number(found.high) };
}

/** @param were number of partitions when the topic was identified */
export function whyCountWrong(were: number, partitions: number): Halt | undefined {
  if (partitions === were) return undefined;
  return halt(
    'partition-count-changed',
    `The topic had ${were} partitions and has ${partitions} now.`,
  );
}

export function logTrimmed(position: number, low: number): Halt {
  return halt('log-trimmed', `The ledger is at offset ${position} but the log begins at ${low}.`);
}

export function timeAhead(record: LogRecord): Halt {
  const [dated, here] = [readableMs(record), Date.now()].map((ms) => new Date(ms).toISOString());
  const detail = `The record at offset ${record.offset} is dated ${dated}, and here it is ${here}.`;
  return halt('time-ahead', detail);
}

export function logBehind(position: number, high: number): Halt {
  const detail = `The ledger is at offset ${position} but the log ends at ${high}.`;
  return halt('log-behind-ledger', detail);
}
