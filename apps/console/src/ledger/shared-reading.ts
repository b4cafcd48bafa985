/** One reading of the ledger for all who ask at about the same time. */
export class SharedReading<T> {
  private known: { readonly value: T; readonly atMs: number } | undefined;
  private reading: Promise<T> | undefined;

  constructor(
    private readonly read: () => Promise<T>,
    private readonly freshForMs: number,
  ) {}

  /**
   * Returns what was read at most `maxAgeMs` ago.
   * @throws whatever the reading throws; the next one who asks reads again.
   */
  async get(maxAgeMs = this.freshForMs): Promise<T> {
    if (this.known && performance.now() - this.known.atMs <= maxAgeMs) return this.known.value;
    this.reading ??= this.readNow().finally(() => (this.reading = undefined));
    return this.reading;
  }

  private async readNow(): Promise<T> {
    const value = await this.read();
    this.known = { value, atMs: performance.now() };
    return value;
  }
}
