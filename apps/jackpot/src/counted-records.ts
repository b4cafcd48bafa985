import type { LedgerSnapshot } from '#ledger';

/**
 * Up to where the metrics have counted each partition. It lives as long as the process: a counter
 * must not go up twice for a record that is folded again after Redis has gone back, also where the
 * partition was another instance's meanwhile (contract 9.4).
 */
export class CountedRecords {
  private readonly until = new Map<number, number>();

  /** Offset of the first record of a partition that is not counted yet. */
  of(partition: number): number {
    return this.until.get(partition) ?? 0;
  }

  /**
   * The ledger of a partition was read. After a rebuild the ledger holds how far any process has
   * counted, and only that is used, because the log may be another one.
   */
  begin(
    partition: number,
    { position, counted }: Pick<LedgerSnapshot, 'position' | 'counted'>,
  ): void {
    const isEmptied = position === 0 && counted !== null;
    const known = isEmptied ? counted : Math.max(position, counted ?? 0, this.of(partition));
    this.until.set(partition, known);
  }

  /** The records up to this offset were counted. */
  add(partition: number, { to }: { readonly to: number }): void {
    this.until.set(partition, Math.max(this.of(partition), to + 1));
  }
}
