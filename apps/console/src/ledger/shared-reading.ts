/** A reading of the ledger, and the time of its start. */
interface BegunReading<T> {
  readonly value: Promise<T>;
  readonly begunAtMs: number;
}

/** Reads the ledger once for all callers at about the same time. */
export class SharedReading<T> {
  /** The last reading that succeeded; below, the one that is under way. */
  private known: BegunReading<T> | undefined;
  private running: BegunReading<T> | undefined;
  /** Begins when the running one has ended. */
  private next: Promise<T> | undefined;

  /**
   * @param freshForMs how long a reading is good for; 0: each caller gets a reading begun after its
   * call.
   */
  constructor(
    private readonly read: () => Promise<T>,
    private readonly freshForMs: number,
  ) {}

  /**
   * Returns a reading that was begun at most `maxAgeMs` ago.
   * @throws the error of the reading; the next caller reads again.
   */
  async get(maxAgeMs = this.freshForMs): Promise<T> {
    const oldestMs = performance.now() - maxAgeMs;
    const found = [this.known, this.running].find((each) => each && each.begunAtMs >= oldestMs);
    if (found) return found.value;
    if (!this.running) return this.begin().value;
    this.next ??= this.afterRunning(this.running.value);
    return this.next;
  }

  private async afterRunning(running: Promise<T>): Promise<T> {
    await running.catch(() => undefined);
    this.next = undefined;
    return this.begin().value;
  }

  private begin(): BegunReading<T> {
    const begun: BegunReading<T> = { value: this.read(), begunAtMs: performance.now() };
    this.running = begun;
    const end = (known: BegunReading<T> | undefined): void => {
      this.known = known;
      if (this.running === begun) this.running = undefined;
    };
    begun.value.then(
      () => end(begun),
      () => end(this.known),
    );
    return begun;
  }
}
