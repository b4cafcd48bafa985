import type { LedgerSnapshot } from '#ledger';

/**
 * The offset up to which the metrics have counted each partition. It lives as long as the process:
 * a counter must not go up twice for a record that is folded again after Redis has gone back, even
 * if another instance owned the partition meanwhile (contract 9.4).
 */
export class CountedRecords {
  private readonly until = new Map<number, number>();

  /** Returns the offset of the first record of a partition that is not counted yet. */
  of(partition: number): number {
    return this.until.get(partition) ?? 0;
  }

  /**
   * Notes that the ledger of a partition was read. After a rebuild only the counted offset in the
   * ledger, written by any process, is used, because the log may be another one.
   */
  begin(
    partition: number,
    { position, counted }: Pick<LedgerSnapshot, 'position' | 'counted'>,
  ): void {
    const isEmptied = position === 0 && counted !== null;
    const known = isEmptied ? counted : Math.max(position, counted ?? 0, this.of(partition));
    this.until.set(partition, known);
  }

  /** Notes that the records up to this offset were counted. */
  add(partition: number, { to }: { readonly to: number }): void {
    this.until.set(partition, Math.max(this.of(partition), to + 1));
  }
}
