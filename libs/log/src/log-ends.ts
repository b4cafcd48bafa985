const knownForMs = 5_000;

/** The last known end of each partition of the log, whether owned here or not. */
export class LogEnds {
  private ends: readonly number[] = [];
  private seenAtMs = -Infinity;

  /** Stores the brokers' newest answer. */
  see(offsets: readonly { readonly partition: number; readonly high: string }[]): void {
    const ends: number[] = [];
    for (const { partition, high } of offsets) ends[partition] = Number(high);
    this.ends = ends;
    this.seenAtMs = performance.now();
  }

  /** Ends by partition; undefined if no broker has answered for five seconds. */
  known(): readonly number[] | undefined {
    return performance.now() - this.seenAtMs < knownForMs ? this.ends : undefined;
  }
}
