/** kafkajs reads on when a topic is made again under its name, which takes longer than this. */
const silenceMs = 50;
/** While records waited, the log was not silent: from one batch to the next, commit included. */
const silenceWithLagMs = 2_000;

/**
 * Says when the log may have become another one since the last batch: after a silence in which no
 * fetch watched it, after a slow commit, and under a new leader. The gate adds one case by itself:
 * a batch out of place.
 */
export class SilenceRule {
  /** When the broker gave the last batch. */
  private heardAtMs = 0;
  /** When that batch was applied or, if that was slow, when the broker gave it. */
  private doneAtMs = 0;
  /** The broker said with that batch that more records were waiting. */
  private moreWaited = false;
  private leaderEpoch: number | undefined;

  /**
   * @param leaderEpoch of the first record of the batch that has just come
   * @param watchedSinceMs see `FetchWatch`; what was watched is no silence
   */
  mustRecognise(nowMs: number, leaderEpoch: number | undefined, watchedSinceMs = nowMs): boolean {
    if (this.isNewLeader(leaderEpoch)) return true;
    return this.moreWaited
      ? watchedSinceMs - this.heardAtMs > silenceWithLagMs
      : watchedSinceMs - this.doneAtMs > silenceMs;
  }

  /** @param atMs when the broker gave the batch that has just come, as far as that is known */
  heard(atMs: number): void {
    this.heardAtMs = atMs;
  }

  /** @param leaderEpoch of the last record that the gate has let through */
  passed(leaderEpoch: number | undefined): void {
    this.leaderEpoch = leaderEpoch;
  }

  done(nowMs: number, moreWaits: boolean): void {
    // During a slow commit, or a halt of the process, there is time to create the topic again.
    const isSlow = nowMs - this.heardAtMs >= silenceWithLagMs;
    this.doneAtMs = isSlow ? this.heardAtMs : nowMs;
    this.moreWaited = moreWaits;
  }

  /** A new leader may lack the last records of the one before, and have others in their place. */
  private isNewLeader(leaderEpoch: number | undefined): boolean {
    return this.leaderEpoch !== undefined && leaderEpoch !== this.leaderEpoch;
  }
}
