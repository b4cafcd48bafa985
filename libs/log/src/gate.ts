import { halt, type Halt } from './halting.js';
import { anchorOf, type LogRecord } from './record.js';

export interface Watermarks {
  /** First offset that the log still has. */
  readonly low: number;
  /** Offset that the next record will get. */
  readonly high: number;
}

/**
 * The gate of one partition: nothing passes before the ledger's position is known and the record
 * before it has been recognised, and then only the record at the position and those right behind.
 * Pure: it decides, the server acts.
 */
export class Gate {
  private anchorToSee: string | null;
  /** A batch from further on may be an old fetch; only after a seek of its own is it a gap. */
  private soughtFor = -1;
  /** The record before the position was sought since it was last recognised. */
  private hasLookedBack = false;

  private constructor(
    private position: number,
    private anchor: string | null,
  ) {
    this.anchorToSee = anchor;
  }

  /** Compares where the ledger is with where the log begins and ends. */
  static open(position: number, anchor: string | null, log: Watermarks): Gate | Halt {
    if (log.low > position) {
      return logTrimmed(position, log.low);
    }
    if (log.high < position) {
      return logBehind(position, log.high);
    }
    // Where retention has just taken the anchor itself there is nothing left to compare with.
    const anchorKept = anchor !== null && log.low < position;
    return new Gate(position, anchorKept ? anchor : null);
  }

  /** The offset to read from: the anchor, while it has not been seen, else the position. */
  get wanted(): number {
    return this.anchorToSee === null ? this.position : this.position - 1;
  }

  /**
   * Lets records pass, in the order read: `seek` when they are not the wanted ones, a halt when the
   * log is not the one that was folded, else those to apply. A gap lets what is before it pass.
   */
  pass(records: readonly LogRecord[]): { apply: readonly LogRecord[] } | { seek: number } | Halt {
    const first = records[0];
    if (!first) return { apply: [] };
    if (first.offset !== this.wanted) {
      // kafkajs has lost its place, so the log may be another one.
      this.doubt();
      if (first.offset < this.wanted || this.mustLookBack(first.offset)) {
        return { seek: this.wanted };
      }
      if (first.offset > this.wanted) return this.missing(first.offset);
    }
    if (this.anchorToSee !== null) {
      if (anchorOf(first) !== this.anchorToSee) {
        return halt(
          'log-replaced',
          `The record at offset ${first.offset} is not the one that was applied: the topic was made again, or records were lost and written anew.`,
        );
      }
      this.anchorToSee = null;
      records = records.slice(1);
    }
    const gap = records.findIndex((record, index) => record.offset !== this.position + index);
    if (gap === 0) return this.missing((records[0] as LogRecord).offset);
    return { apply: gap === -1 ? records : records.slice(0, gap) };
  }

  /** The log may have become another one: the last applied record must be recognised again. */
  doubt(): void {
    if (this.anchorToSee === null) this.hasLookedBack = false;
    this.anchorToSee = this.anchor;
  }

  /** Records up to this offset were committed; the anchor is that of the last one. */
  advance(position: number, anchor: string | null): void {
    this.position = position;
    this.anchor = anchor;
  }

  /**
   * Records that begin at the position are no gap, whatever was sought for it before: a commit that
   * was given up has them delivered again, and doubted again.
   */
  private mustLookBack(found: number): boolean {
    if (found !== this.position || this.hasLookedBack) return false;
    this.hasLookedBack = true;
    return true;
  }

  private missing(found: number): Halt | { seek: number } {
    if (this.soughtFor !== this.position) {
      this.soughtFor = this.position;
      return { seek: this.wanted };
    }
    return halt('log-gap', `Offset ${this.wanted} was asked for but the log goes on at ${found}.`);
  }
}

export function logTrimmed(position: number, low: number): Halt {
  const detail = `The ledger is at offset ${position} but the log begins at ${low}.`;
  return halt('log-trimmed', detail);
}

export function logBehind(position: number, high: number): Halt {
  const detail = `The ledger is at offset ${position} but the log ends at ${high}.`;
  return halt('log-behind-ledger', detail);
}
