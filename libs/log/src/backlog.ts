/** Minimum time between two noted ends of the log. */
const notedEveryMs = 1_000;
const notedAtMost = 600;

/** A time that a record or the host's clock gave, and the same time on the monotonic clock. */
interface OldestTime {
  /** Epoch ms. */
  readonly wallMs: number;
  /** Ms of `performance.now()`, as the two clocks were when it was learned. */
  readonly steadyMs: number;
  /** True if it is the time of the next record itself, known since that was delivered. */
  readonly isOwn: boolean;
}

/** An end of the log, and the time at which it was seen, ms of `performance.now()`. */
interface NotedEnd {
  readonly end: number;
  readonly steadyMs: number;
}

/**
 * Records of a partition that are not applied yet, and the age of the oldest.
 *
 * The age counts from the Kafka time (contract 2) of the oldest such record, once it was delivered:
 * it may then wait for Redis, or be the cause of a halt. Until it is delivered its time is unknown.
 * The record applied last is then used instead: the next is no older. If nothing was waiting
 * before, the age counts from when the end of the log was first seen above the position.
 *
 * A Kafka time is compared with this host's clock once, when it is learned. From then on the age is
 * measured by the monotonic clock, so a host's clock that is set does not change it. A record that
 * is learned after the clock was set back seems to be from the future: its age is then at least the
 * time since the end of the log was seen above it.
 */
export class Backlog {
  /** Kafka time of the oldest, or its substitute; undefined while nothing waits. */
  private oldest: OldestTime | undefined;
  /** Time of the request for the end, ms of `performance.now()`; undefined if unknown. */
  private endAskedSteadyMs: number | undefined;
  /** Ends above the position, the lowest first. */
  private noted: readonly NotedEnd[] = [];

  /**
   * @param newestMs the Kafka time of the record applied last, ms; 0 if unknown
   * @param completeSteadyMs every record written before this time of `performance.now()` is
   *   applied; undefined if unknown
   */
  constructor(
    private nextOffset: number,
    private end: number,
    private newestMs = 0,
    private completeSteadyMs?: number,
  ) {
    if (this.records > 0) this.oldest = timeOf(Date.now());
    this.noteEnd();
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
  ageMs(): number | undefined {
    return this.oldest && this.sinceMs(this.oldest.steadyMs);
  }

  /** Time since the last moment before which every record is applied; undefined if unknown. */
  behindMs(): number | undefined {
    return this.completeSteadyMs === undefined ? undefined : this.sinceMs(this.completeSteadyMs);
  }

  /**
   * Records that the log now ends before `end`.
   * @param askedSteadyMs time of the request to the brokers, ms of `performance.now()`. A late
   * answer, to a frozen process, says nothing about the time since. Undefined if unknown.
   */
  seeEnd(end: number, askedSteadyMs?: number): void {
    this.endAskedSteadyMs = askedSteadyMs;
    const waited = this.records > 0;
    this.end = end;
    if (this.records === 0) this.oldest = undefined;
    else if (!waited) this.oldest = timeOf(Date.now());
    this.noteEnd();
    this.complete();
  }

  /**
   * Records that the next record to apply was delivered, with this timestamp (ms).
   * @param isOwn false for a record after it, which came out of its place.
   */
  deliver(recordedAtMs: number, isOwn = true): void {
    // Delivered again, it is as old as before.
    if (this.oldest?.isOwn) return;
    if (this.records > 0) {
      this.oldest = { ...timeOf(Math.max(recordedAtMs, this.newestMs)), isOwn };
    }
    this.completeAt(timeOf(recordedAtMs).steadyMs);
  }

  /**
   * Records that all records before `position` are applied.
   * @param recordedAtMs timestamp of the last of them
   * @param newestMs the newest timestamp of all that were applied now
   */
  apply(position: number, recordedAtMs = this.oldest?.wallMs, newestMs = recordedAtMs): void {
    // Limits a future time to now: the records after it would otherwise have no age until that
    // time.
    this.newestMs = Math.max(this.newestMs, Math.min(newestMs ?? 0, Date.now()));
    this.nextOffset = position;
    this.oldest = this.records > 0 && this.newestMs > 0 ? timeOf(this.newestMs) : undefined;
    this.noted = this.noted.filter(({ end }) => end > position);
    if (recordedAtMs !== undefined) this.completeAt(timeOf(recordedAtMs).steadyMs);
    this.complete();
  }

  /** The same partition opened again. If its position is unchanged, the oldest record is too. */
  reopen(position: number, end: number): Backlog {
    const newestMs = position < this.position ? 0 : this.newestMs;
    const again = new Backlog(position, end, newestMs, this.completeSteadyMs);
    if (position === this.position && again.records > 0 && this.oldest) {
      again.oldest = this.oldest;
    }
    if (position >= this.position) {
      again.noted = this.noted;
      again.noteEnd();
    }
    return again;
  }

  /** All records before the end at the time of the request are applied. */
  private complete(): void {
    if (this.records === 0 && this.endAskedSteadyMs !== undefined) {
      this.completeAt(this.endAskedSteadyMs);
    }
  }

  private completeAt(steadyMs: number): void {
    this.completeSteadyMs = Math.max(this.completeSteadyMs ?? -Infinity, steadyMs);
  }

  /** Time since this time, and at least since an end was first seen above the position. */
  private sinceMs(steadyMs: number): number {
    const [first] = this.noted;
    return Math.round(performance.now() - Math.min(steadyMs, first?.steadyMs ?? Infinity));
  }

  /** Notes the end of the log, and forgets those that are not above the position. */
  private noteEnd(): void {
    const { nextOffset, end } = this;
    const steadyMs = performance.now();
    const noted = this.noted.filter((each) => each.end > nextOffset && each.end <= end);
    const last = noted.at(-1);
    const isNew = !last || (end > last.end && steadyMs - last.steadyMs >= notedEveryMs);
    if (this.records > 0 && isNew && noted.length < notedAtMost) noted.push({ end, steadyMs });
    this.noted = noted;
  }
}

/** Compares a time with this host's clock. A time in the future is limited to now. */
function timeOf(wallMs: number): OldestTime {
  const steadyMs = performance.now() - Math.max(0, Date.now() - wallMs);
  return { wallMs, steadyMs, isOwn: false };
}
