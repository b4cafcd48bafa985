/**
 * kafkajs continues to read when a topic is recreated under its name, which takes longer than this.
 */
const silenceMs = 50;
/** Longest silence while records waited: from one batch to the next, commit included. */
const silenceWithLagMs = 2_000;

/**
 * Tells when the log may have been replaced since the last batch: after a silence in which no fetch
 * watched it, after a slow commit, and under a new leader. The gate adds one case by itself: a
 * batch out of place.
 */
export class SilenceRule {
  /** Time at which the broker gave the last batch. */
  private heardAtMs = -Infinity;
  /** Time at which that batch was applied or, if that was slow, at which the broker gave it. */
  private doneAtMs = -Infinity;
  /** True if the broker said with that batch that more records were waiting. */
  private moreWaited = false;
  private leaderEpoch: number | undefined;

  /**
   * @param leaderEpoch of the first record of the batch that has just arrived
   * @param watchedSinceMs see `FetchWatch`; watched time is not silence
   */
  mustRecognise(nowMs: number, leaderEpoch: number | undefined, watchedSinceMs = nowMs): boolean {
    if (this.isNewLeader(leaderEpoch)) return true;
    return this.moreWaited
      ? watchedSinceMs - this.heardAtMs > silenceWithLagMs
      : watchedSinceMs - this.doneAtMs > silenceMs;
  }

  /** @param atMs time at which the broker gave the newest batch, as far as known */
  heard(atMs: number): void {
    this.heardAtMs = atMs;
  }

  /** @param leaderEpoch of the last record that the gate has let pass */
  passed(leaderEpoch: number | undefined): void {
    this.leaderEpoch = leaderEpoch;
  }

  done(nowMs: number, moreWaits: boolean): void {
    // During a slow commit, or a stop of the process, there is time to recreate the topic.
    const isSlow = nowMs - this.heardAtMs >= silenceWithLagMs;
    this.doneAtMs = isSlow ? this.heardAtMs : nowMs;
    this.moreWaited = moreWaits;
  }

  /** A new leader may lack the last records of the former one, and have others in their place. */
  private isNewLeader(leaderEpoch: number | undefined): boolean {
    return this.leaderEpoch !== undefined && leaderEpoch !== this.leaderEpoch;
  }
}
