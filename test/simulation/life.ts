import type { VirtualClock } from './clock.js';

/**
 * One life of a process. All events reach it through here: none after its death, and those of a
 * frozen process when it thaws.
 */
export class Life {
  isDead = false;
  frozenUntil = 0;

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

  private bring(run: () => void): void {
    if (this.isDead) return;
    const wait = this.frozenUntil - this.clock.now;
    if (wait > 0) this.clock.after(wait, () => this.bring(run));
    else run();
  }
}
