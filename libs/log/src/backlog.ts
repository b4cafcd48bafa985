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
  /** When the end of the log was last seen. */
  private endSeenAtMs = Date.now();

  constructor(
    private nextOffset: number,
    private end: number,
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
   * How long ago the last moment was before which every record is applied: now, if nothing waits
   * and the brokers have just said so.
   */
  behindMs(nowMs: number): number {
    return this.ageMs(nowMs) ?? Math.max(0, nowMs - this.endSeenAtMs);
  }

  /** The log ends before `end` now. */
  seeEnd(end: number): void {
    this.endSeenAtMs = Date.now();
    const waited = this.records > 0;
    this.end = end;
    if (this.records === 0) this.oldestAtMs = undefined;
    else if (!waited) this.oldestAtMs = Date.now();
  }

  /** The next record to apply is here, and has this Kafka time (ms). */
  deliver(recordedAtMs: number): void {
    if (this.records > 0) this.oldestAtMs = recordedAtMs;
  }

  /** The records before `position` are applied, the last of which has this Kafka time (ms). */
  apply(position: number, recordedAtMs = this.oldestAtMs): void {
    this.nextOffset = position;
    this.oldestAtMs = this.records > 0 ? recordedAtMs : undefined;
  }

  /** The same partition opened again. Where its position is still the same, so is the record. */
  reopen(position: number, end: number): Backlog {
    const again = new Backlog(position, end);
    if (position === this.position && again.records > 0 && this.oldestAtMs !== undefined) {
      again.oldestAtMs = this.oldestAtMs;
    }
    return again;
  }
}
