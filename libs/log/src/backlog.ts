/**
 * Records of a partition that are not applied yet, and the age of the oldest.
 *
 * The age counts from the Kafka time (contract 2) of the oldest such record, once it was delivered:
 * it may then wait for Redis, or be the cause of a halt. Until it is delivered its time is unknown.
 * The record applied last is then used instead: the next is no older. If nothing was waiting
 * before, the age counts from when the end of the log was first seen above the position.
 */
export class Backlog {
  /** Kafka time of the oldest, or its substitute, ms; undefined while nothing waits. */
  private oldestAtMs: number | undefined;
  /** Time of the request for the end, ms; undefined if unknown. */
  private endAskedAtMs: number | undefined;

  /**
   * @param newestMs the Kafka time of the record applied last, ms; 0 if unknown
   * @param completeAtMs every record written before this time is applied; undefined if unknown
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

  /** Number of waiting records. */
  get records(): number {
    return Math.max(0, this.end - this.nextOffset);
  }

  /** Age in milliseconds; undefined while nothing waits. A time in the future gives the age 0. */
  ageMs(nowMs: number): number | undefined {
    return this.oldestAtMs === undefined ? undefined : Math.max(0, nowMs - this.oldestAtMs);
  }

  /** Time since the last moment before which every record is applied; undefined if unknown. */
  behindMs(nowMs: number): number | undefined {
    return this.completeAtMs === undefined ? undefined : Math.max(0, nowMs - this.completeAtMs);
  }

  /**
   * Records that the log now ends before `end`.
   * @param askedAtMs time of the request to the brokers. A late answer, to a frozen process, says
   * nothing about the time since. Undefined if unknown.
   */
  seeEnd(end: number, askedAtMs?: number): void {
    this.endAskedAtMs = askedAtMs;
    const waited = this.records > 0;
    this.end = end;
    if (this.records === 0) this.oldestAtMs = undefined;
    else if (!waited) this.oldestAtMs = Date.now();
    this.complete();
  }

  /** Records that the next record to apply was delivered, with this timestamp (ms). */
  deliver(recordedAtMs: number): void {
    if (this.records > 0) this.oldestAtMs = Math.max(recordedAtMs, this.newestMs);
    this.completeAt(recordedAtMs);
  }

  /**
   * Records that all records before `position` are applied.
   * @param recordedAtMs timestamp of the last of them
   * @param newestMs the newest timestamp of all that were applied now
   */
  apply(position: number, recordedAtMs = this.oldestAtMs, newestMs = recordedAtMs): void {
    // Limits a future time to now: the records after it would otherwise have no age until that
    // time.
    this.newestMs = Math.max(this.newestMs, Math.min(newestMs ?? 0, Date.now()));
    this.nextOffset = position;
    this.oldestAtMs = this.records > 0 && this.newestMs > 0 ? this.newestMs : undefined;
    if (recordedAtMs !== undefined) this.completeAt(recordedAtMs);
    this.complete();
  }

  /** The same partition opened again. If its position is unchanged, the oldest record is too. */
  reopen(position: number, end: number): Backlog {
    const newestMs = position < this.position ? 0 : this.newestMs;
    const again = new Backlog(position, end, newestMs, this.completeAtMs);
    if (position === this.position && again.records > 0 && this.oldestAtMs !== undefined) {
      again.oldestAtMs = this.oldestAtMs;
    }
    return again;
  }

  /** All records before the end at the time of the request are applied. */
  private complete(): void {
    if (this.records === 0 && this.endAskedAtMs !== undefined) this.completeAt(this.endAskedAtMs);
  }

  /** Limits a future time to now: it has not passed yet. */
  private completeAt(atMs: number): void {
    this.completeAtMs = Math.max(this.completeAtMs ?? 0, Math.min(atMs, Date.now()));
  }
}
