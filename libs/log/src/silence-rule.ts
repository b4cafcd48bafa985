/**
 * kafkajs does not say when a topic was deleted and created again under its name: it reads on. That
 * takes longer than this, so after a silence the last applied record is compared again. It costs
 * one more fetch, some 2 ms, and nothing while records keep coming.
 */
const silenceMs = 50;
/**
 * While records were known to wait, the log was not silent: this process had other work. So the
 * time counts from one batch to the next, the commit between them included.
 */
const silenceWithLagMs = 2_000;

/**
 * Says when the log may have become another one since the last batch of a partition, so that its
 * last applied record must be recognised again: after a silence, after a slow commit, and under a
 * new leader. The gate adds one case by itself: a batch out of place.
 */
export class SilenceRule {
  /** When the last batch came. */
  private heardAtMs = 0;
  /** When that batch was applied or, if that was slow, when it came. */
  private doneAtMs = 0;
  /** The broker said with that batch that more records were waiting. */
  private moreWaited = false;
  private leaderEpoch: number | undefined;

  /** @param leaderEpoch of the first record of the batch that has just come */
  mustRecognise(nowMs: number, leaderEpoch: number | undefined): boolean {
    if (this.isNewLeader(leaderEpoch)) return true;
    return this.moreWaited
      ? nowMs - this.heardAtMs > silenceWithLagMs
      : nowMs - this.doneAtMs > silenceMs;
  }

  heard(nowMs: number): void {
    this.heardAtMs = nowMs;
  }

  /** @param leaderEpoch of the last record that the gate has let through */
  passed(leaderEpoch: number | undefined): void {
    this.leaderEpoch = leaderEpoch;
  }

  done(nowMs: number, moreWaits: boolean): void {
    // During a slow commit there is time enough to create the topic again.
    const isSlow = nowMs - this.heardAtMs >= silenceWithLagMs;
    this.doneAtMs = isSlow ? this.heardAtMs : nowMs;
    this.moreWaited = moreWaits;
  }

  /** A new leader may lack the last records of the one before, and have others in their place. */
  private isNewLeader(leaderEpoch: number | undefined): boolean {
    return this.leaderEpoch !== undefined && leaderEpoch !== this.leaderEpoch;
  }
}
