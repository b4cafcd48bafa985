/** About one partition's part of a fetch. */
export const recordsPerApply = 4_000;
/** Target time of a run; nothing else runs meanwhile. A shared commit adds to it. */
const runMs = 25;
const fewestRecords = 250;

/**
 * Number of records of a partition handed over in one run. Most records cost a few microseconds,
 * but invalid ones cost many times as much.
 */
export class Pace {
  private size = recordsPerApply;

  get records(): number {
    return this.size;
  }

  /** @param ms time that a run of this many records took */
  took(records: number, ms: number): void {
    const fitting = Math.floor((records * runMs) / Math.max(ms, 0.1));
    // A short run predicts a long one poorly.
    const grown = Math.min(fitting, 2 * this.size, recordsPerApply);
    this.size = Math.max(fewestRecords, grown);
  }
}
