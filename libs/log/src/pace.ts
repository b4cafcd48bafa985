/** About what a fetch brings of one partition. */
export const recordsPerApply = 4_000;
/** What a run shall cost at most; nothing else goes on meanwhile. A shared commit comes on top. */
const runMs = 25;
const fewestRecords = 250;

/**
 * How many records of a partition are handed over in one run. Most records cost a few microseconds,
 * and garbage many times as much.
 */
export class Pace {
  private size = recordsPerApply;

  get records(): number {
    return this.size;
  }

  /** @param ms what a run of so many records has cost */
  took(records: number, ms: number): void {
    const fitting = Math.floor((records * runMs) / Math.max(ms, 0.1));
    // A short run says little of a long one.
    const grown = Math.min(fitting, 2 * this.size, recordsPerApply);
    this.size = Math.max(fewestRecords, grown);
  }
}
