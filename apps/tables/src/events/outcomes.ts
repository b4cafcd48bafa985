import type { Echo, ExceptionReason } from '#contract';

/** Outcomes of so many records of a partition are kept, newest: some seconds of a busy floor. */
const marksRemembered = 20_000;

/** What a commit said of a record; undefined where that is not known. */
type RecordOutcome =
  | {
      /** Undefined where it was applied. */
      readonly refused: ExceptionReason | undefined;
      /** It is a duplicate, and this is what became of it the first time. */
      readonly isRepeated: boolean;
    }
  | undefined;

interface WaitingRecord {
  readonly offset: number;
  readonly answer: (outcome: RecordOutcome) => void;
}

/** What became of the newest records of one partition, by the echoes of its commits. */
export class Outcomes {
  private readonly marks = new Map<number, NonNullable<RecordOutcome>>();
  /** Of all records from here on up to `position` it is known what became of them. */
  private knownFrom = Infinity;
  private position = -1;
  private waiting: WaitingRecord[] = [];

  take({ from, position, refused, repeated }: Echo): void {
    // One was lost, or could not list all.
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

  /** Echoes up to here were lost: who waits for them hears that nothing is known. */
  skipTo(position: number): void {
    this.knownFrom = position;
    this.position = position;
    this.answerWaiting();
  }

  /** Some echoes may have been lost: what was before the next one is not known. */
  forget(): void {
    this.knownFrom = Infinity;
    this.position = -1;
  }

  /** What became of a record, once a commit has it; undefined when the time is over. */
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
