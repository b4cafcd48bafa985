import type { VirtualClock } from './clock.js';

/** How long a client of the brokers waits for an answer. */
const answerLimitMs = 5_000;

/**
 * One life of a process. All events reach it through here: none after its death, and those of a
 * frozen process when it thaws.
 */
export class Life {
  isDead = false;
  frozenUntil = 0;
  /** Its connections to the brokers carry nothing until then, and no word is said. */
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
   * Waits, while its connections to the brokers carry nothing, as long as a client does.
   * @returns whether that was so.
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
