/**
 * What a partition of the log has that is not applied yet, and how old the oldest of it is.
 *
 * The age counts from the Kafka time (contract 2) of the oldest such record, once that was
 * delivered: it may then wait for Redis, or be what halted the partition. Until it is delivered its
 * time is not known. The record applied last then stands for it: the next is no older. Where
 * nothing was waiting before, the age counts from when the end of the log was first seen above the
 * position.
 */
export class Backlog {
  /** Kafka time, or what stands for it, ms; undefined while nothing waits. */
  private oldestAtMs: number | undefined;
  /** When the brokers were asked for the end, ms; undefined where nobody knows. */
  private endAskedAtMs: number | undefined;

  /**
   * @param newestMs the Kafka time of the record applied last, ms; 0 where none is known
   * @param completeAtMs every record that was written before this time is applied; undefined where
   *   that is not known
   */
  constructor(
    private nextOffset: number,
    private end: number,
    private newestMs = 0,
    private completeAtMs?: number,
  ) {
    if (this.records > 0) this.oldestAtMs = Date.now();
  }

  /** The offset of the next record to apply. */
  get position(): number {
    return this.nextOffset;
  }

  /** How many records wait. */
  get records(): number {
    return Math.max(0, this.end - this.nextOffset);
  }

  /** In milliseconds; undefined while nothing waits. A time in the future is no age. */
  ageMs(nowMs: number): number | undefined {
    return this.oldestAtMs === undefined ? undefined : Math.max(0, nowMs - this.oldestAtMs);
  }

  /**
   * How long ago the last moment was before which every record is applied; undefined where none is
   * known.
   */
  behindMs(nowMs: number): number | undefined {
    return this.completeAtMs === undefined ? undefined : Math.max(0, nowMs - this.completeAtMs);
  }

  /**
   * The log ends before `end` now.
   * @param askedAtMs when the brokers were asked. An answer that comes late, to a process that was
   *   frozen, says nothing of the time since. Undefined where that is not known.
   */
  seeEnd(end: number, askedAtMs?: number): void {
    this.endAskedAtMs = askedAtMs;
    const waited = this.records > 0;
    this.end = end;
    if (this.records === 0) this.oldestAtMs = undefined;
    else if (!waited) this.oldestAtMs = Date.now();
    this.complete();
  }

  /** The next record to apply is here, and has this timestamp (ms). */
  deliver(recordedAtMs: number): void {
    if (this.records > 0) this.oldestAtMs = Math.max(recordedAtMs, this.newestMs);
    this.completeAt(recordedAtMs);
  }

  /**
   * The records before `position` are applied.
   * @param recordedAtMs timestamp of the last of them
   * @param newestMs the newest timestamp of all that were applied now
   */
  apply(position: number, recordedAtMs = this.oldestAtMs, newestMs = recordedAtMs): void {
    // A time to come is not taken: the records after it would have no age until it has come.
    this.newestMs = Math.max(this.newestMs, Math.min(newestMs ?? 0, Date.now()));
    this.nextOffset = position;
    this.oldestAtMs = this.records > 0 && this.newestMs > 0 ? this.newestMs : undefined;
    if (recordedAtMs !== undefined) this.completeAt(recordedAtMs);
    this.complete();
  }

  /** The same partition opened again. Where its position is still the same, so is the record. */
  reopen(position: number, end: number): Backlog {
    const newestMs = position < this.position ? 0 : this.newestMs;
    const again = new Backlog(position, end, newestMs, this.completeAtMs);
    if (position === this.position && again.records > 0 && this.oldestAtMs !== undefined) {
      again.oldestAtMs = this.oldestAtMs;
    }
    return again;
  }

  /** What was the end when the brokers were asked is applied. */
  private complete(): void {
    if (this.records === 0 && this.endAskedAtMs !== undefined) this.completeAt(this.endAskedAtMs);
  }

  /** A time in the future is not one that has passed. */
  private completeAt(atMs: number): void {
    this.completeAtMs = Math.max(this.completeAtMs ?? 0, Math.min(atMs, Date.now()));
  }
}
