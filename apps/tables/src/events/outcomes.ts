import type { Echo, ExceptionReason } from '#contract';

/** Number of newest records of a partition with kept outcomes: some seconds of a busy floor. */
const marksRemembered = 20_000;

/** A commit's result for a record; undefined if it is not known. */
type RecordOutcome =
  | {
      /** Undefined if it was applied. */
      readonly refused: ExceptionReason | undefined;
      /** True for a duplicate; `refused` is then the result of the first time. */
      readonly isRepeated: boolean;
    }
  | undefined;

interface WaitingRecord {
  readonly offset: number;
  readonly answer: (outcome: RecordOutcome) => void;
}

/** The results of the newest records of one partition, from the echoes of its commits. */
export class Outcomes {
  private readonly marks = new Map<number, NonNullable<RecordOutcome>>();
  /** The results of all records from here up to `position` are known. */
  private knownFrom = Infinity;
  private position = -1;
  private waiting: WaitingRecord[] = [];

  take({ from, position, refused, repeated }: Echo): void {
    // An echo was lost, or could not list all.
    if (from !== this.position) this.knownFrom = from;
    if (refused === null || repeated === null) this.knownFrom = position;
    this.position = position;
    for (const { offset, reason } of refused ?? []) {
      this.marks.set(offset, { refused: reason, isRepeated: false });
    }
    for (const [offset, reason] of repeated ?? []) {
      this.marks.set(offset, { refused: reason ?? undefined, isRepeated: true });
    }
    for (const offset of this.marks.keys()) {
      if (this.marks.size <= marksRemembered) break;
      this.marks.delete(offset);
      this.knownFrom = Math.max(this.knownFrom, offset + 1);
    }
    this.answerWaiting();
  }

  /** Notes that echoes up to here were lost: waiting callers learn that nothing is known. */
  skipTo(position: number): void {
    this.knownFrom = position;
    this.position = position;
    this.answerWaiting();
  }

  /** Notes that echoes may have been lost: results before the next one are not known. */
  forget(): void {
    this.knownFrom = Infinity;
    this.position = -1;
  }

  /** Returns the result of a record, once a commit has it; undefined when the time is over. */
  async wait(offset: number, limitMs: number): Promise<RecordOutcome> {
    if (offset < this.position) return this.of(offset);
    return new Promise((resolve) => {
      const each: WaitingRecord = {
        offset,
        answer: (outcome) => {
          clearTimeout(timer);
          resolve(outcome);
        },
      };
      const timer = setTimeout(() => {
        this.waiting = this.waiting.filter((other) => other !== each);
        resolve(undefined);
      }, limitMs);
      this.waiting.push(each);
    });
  }

  private answerWaiting(): void {
    const { position } = this;
    const done = this.waiting.filter(({ offset }) => offset < position);
    this.waiting = this.waiting.filter(({ offset }) => offset >= position);
    for (const { offset, answer } of done) answer(this.of(offset));
  }

  private of(offset: number): RecordOutcome {
    if (offset < this.knownFrom) return undefined;
    return this.marks.get(offset) ?? { refused: undefined, isRepeated: false };
  }
}
