/** What was measured in several rounds: the middle one, and how far the others were from it. */
export interface Measure {
  readonly median: number;
  readonly min: number;
  readonly max: number;
  readonly rounds: readonly number[];
}

export function measureOf(rounds: readonly number[]): Measure {
  const sorted = rounds.toSorted((one, other) => one - other);
  return {
    median: quantile(sorted, 0.5),
    min: sorted[0] ?? NaN,
    max: sorted.at(-1) ?? NaN,
    rounds,
  };
}

/** One by the other, round by round: what the machine did in a round, it did to both. */
export function ratioOf(one: Measure, other: Measure): Measure {
  return measureOf(one.rounds.map((value, round) => value / (other.rounds[round] ?? NaN)));
}

/** The value below which this share of the sorted values lies, between two by their distance. */
export function quantile(sorted: readonly number[], share: number): number {
  const index = (sorted.length - 1) * share;
  const below = sorted[Math.floor(index)] ?? NaN;
  const above = sorted[Math.ceil(index)] ?? NaN;
  return below + (above - below) * (index - Math.floor(index));
}

/** The share of a round that only warms up: the process, its compiled code, the brokers' cache. */
export const warmUpShare = 0.1;

/**
 * The rate of one candidate in one round. The clock runs from the moment when a tenth of the
 * records is done until all are, so the start of the process and the joining of the group take no
 * part.
 */
export class Stopwatch {
  private last: Look;
  private first: Look | null = null;

  private readonly begins: number;

  /** @param warmUp the share of the records that does not count */
  constructor(
    private readonly records: number,
    { at = performance.now(), warmUp = warmUpShare } = {},
  ) {
    this.last = { done: 0, at };
    this.begins = records * warmUp;
  }

  /**
   * Tells how many records are done.
   * @param mayBegin false where what is done is not all that was worked on until now
   * @returns records per second, once all are done
   */
  see(done: number, at = performance.now(), mayBegin = true): number | null {
    const look = { done, at };
    const isOver = done >= this.records;
    // Where all were done between two looks, the first of them is the beginning.
    if (isOver || (done >= this.begins && mayBegin)) this.first ??= isOver ? this.last : look;
    this.last = look;
    if (!this.first || !isOver) return null;
    return (done - this.first.done) / ((at - this.first.at) / 1000);
  }

  /** The look from which the clock runs; null before it. */
  get begun(): Look | null {
    return this.first;
  }
}

interface Look {
  readonly done: number;
  readonly at: number;
}

export function grouped(value: number): string {
  return Math.round(value).toLocaleString('en');
}

export function spread({ median, min, max }: Measure, write = grouped): string {
  return `${write(median)} (${write(min)}–${write(max)})`;
}
