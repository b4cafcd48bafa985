/** Chance that is the same for the same seed (mulberry32). */
export class Chance {
  private state: number;

  constructor(seed: number) {
    this.state = seed >>> 0;
  }

  next(): number {
    this.state = (this.state + 0x6d2b79f5) >>> 0;
    let mixed = this.state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** From `low` to `high`, both included. */
  whole(low: number, high: number): number {
    return low + Math.floor(this.next() * (high - low + 1));
  }

  in100(percent: number): boolean {
    return this.next() * 100 < percent;
  }

  pick<T>(from: readonly T[]): T {
    const one = from[this.whole(0, from.length - 1)];
    if (one === undefined) throw new Error('There is nothing to pick from.');
    return one;
  }

  shuffled<T>(from: readonly T[]): T[] {
    return [...from]
      .map((one) => ({ one, key: this.next() }))
      .sort((a, b) => a.key - b.key)
      .map(({ one }) => one);
  }
}
