import type { VirtualClock } from './clock.js';

/** The time that a client of the brokers waits for an answer. */
const answerLimitMs = 5_000;

/**
 * One life of a process. All events reach it through here: no events after its death, and those of
 * a frozen process when it thaws.
 */
export class Life {
  isDead = false;
  frozenUntil = 0;
  /** Until then its connections to the brokers carry nothing and give no error. */
  silentUntil = 0;

  constructor(
    readonly name: string,
    readonly clock: VirtualClock,
  ) {}

  after(delayMs: number, run: () => void): void {
    this.clock.after(delayMs, () => this.bring(run));
  }

  sleep(delayMs: number): Promise<void> {
    return new Promise((resolve) => this.after(delayMs, resolve));
  }

  /**
   * While its connections to the brokers carry nothing, waits as long as a client does.
   * @returns whether they carried nothing
   */
  async hearsNothing(): Promise<boolean> {
    if (this.silentUntil <= this.clock.now) return false;
    await this.sleep(answerLimitMs);
    return true;
  }

  private bring(run: () => void): void {
    if (this.isDead) return;
    const wait = this.frozenUntil - this.clock.now;
    if (wait > 0) this.clock.after(wait, () => this.bring(run));
    else run();
  }
}
