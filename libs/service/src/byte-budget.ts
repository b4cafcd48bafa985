const burstSeconds = 10;
/** Most addresses kept before those with a full budget are dropped. */
const addressesKept = 10_000;

/** Limits the bytes of large answers by address, which a count of requests does not see. */
export class ByteBudget {
  private readonly byAddress = new Map<string, { left: number; atMs: number }>();

  private readonly most: number;

  /** @param bytesPerSecond the mean over ten seconds. */
  constructor(
    private readonly bytesPerSecond = Infinity,
    private readonly now: () => number = performance.now.bind(performance),
  ) {
    this.most = bytesPerSecond * burstSeconds;
  }

  /** Seconds until the address may ask again; 0 if it may now. */
  secondsToWait(address: string): number {
    return Math.max(0, Math.ceil(-this.leftOf(address) / this.bytesPerSecond));
  }

  /**
   * Counts the bytes of an answer, which is sent even if the budget is used up: the next one waits.
   */
  spend(address: string, bytes: number): void {
    if (this.most === Infinity) return;
    if (this.byAddress.size >= addressesKept) this.dropFull();
    this.byAddress.set(address, { left: this.leftOf(address) - bytes, atMs: this.now() });
  }

  private leftOf(address: string): number {
    const known = this.byAddress.get(address);
    if (!known) return this.most;
    const sinceSeconds = (this.now() - known.atMs) / 1_000;
    return Math.min(this.most, known.left + sinceSeconds * this.bytesPerSecond);
  }

  private dropFull(): void {
    for (const address of this.byAddress.keys()) {
      if (this.leftOf(address) === this.most) this.byAddress.delete(address);
    }
  }
}
