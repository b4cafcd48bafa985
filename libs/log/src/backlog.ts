/**
 * What a partition of the log has that is not applied yet, and how old the oldest of it is.
 *
 * The age counts from the Kafka time of the oldest such record, once that was delivered: it may
 * then wait for Redis, or be what halted the partition. Until it is delivered its time is not
 * known. The record applied last then stands for it: the next is no older. Where nothing was
 * waiting before, the age counts from when the end of the log was first seen above the position.
 */
export class Backlog {
  /** Kafka time, or what stands for it, ms; undefined while nothing waits. */
  private oldestAtMs: number | undefined;
  /** When the brokers were asked for the end, ms; undefined where nobody knows. */
  private endAskedAtMs: number | undefined;

  /**
   * @param completeAtMs every record that was written before this time is applied; undefined where
   *   that is not known
   */
  constructor(
    private nextOffset: number,
    private end: number,
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

  /** The next record to apply is here, and has this Kafka time (ms). */
  deliver(recordedAtMs: number): void {
    if (this.records > 0) this.oldestAtMs = recordedAtMs;
    this.completeAt(recordedAtMs);
  }

  /** The records before `position` are applied, the last of which has this Kafka time (ms). */
  apply(position: number, recordedAtMs = this.oldestAtMs): void {
    this.nextOffset = position;
    this.oldestAtMs = this.records > 0 ? recordedAtMs : undefined;
    if (recordedAtMs !== undefined) this.completeAt(recordedAtMs);
    this.complete();
  }

  /** The same partition opened again. Where its position is still the same, so is the record. */
  reopen(position: number, end: number): Backlog {
    const again = new Backlog(position, end, this.completeAtMs);
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
