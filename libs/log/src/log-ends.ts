const knownForMs = 5_000;

/** Where each partition of the log ended when the brokers were asked last, owned here or not. */
export class LogEnds {
  private ends: readonly number[] = [];
  private seenAtMs = 0;

  /** What the brokers have answered just now. */
  see(offsets: readonly { readonly partition: number; readonly high: string }[]): void {
    const ends: number[] = [];
    for (const { partition, high } of offsets) ends[partition] = Number(high);
    this.ends = ends;
    this.seenAtMs = Date.now();
  }

  /** By partition; undefined where no broker has answered for five seconds. */
  known(): readonly number[] | undefined {
    return Date.now() - this.seenAtMs < knownForMs ? this.ends : undefined;
  }
}
