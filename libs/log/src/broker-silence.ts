import type { CrashPolicy } from './crash-policy.js';

/** kafkajs itself waits 30 s for an answer, and then asks again. */
const silentFromMs = 5_000;
/** After a silence of this length the connections are closed: new ones may get an answer. */
const doubtedFromMs = 30_000;
const lookEveryMs = 1_000;

/** Notices within seconds that the brokers no longer answer, and says so in the log. */
export class BrokerSilence {
  private answeredAtMs = -Infinity;

  constructor(private readonly crashes: Pick<CrashPolicy, 'wait' | 'recovered'>) {}

  answered(): void {
    this.answeredAtMs = performance.now();
  }

  isSilent(): boolean {
    return performance.now() - this.answeredAtMs > silentFromMs;
  }

  /**
   * @param pause waits for the given ms, but not past the end of what `isOver` watches
   * @param onDoubt is called once, after half a minute of silence
   */
  async listen(
    isOver: () => boolean,
    pause: (forMs: number) => Promise<void>,
    onDoubt: () => void,
  ): Promise<void> {
    let lookedAtMs = performance.now();
    for (let wasSilent = false; !isOver();) {
      // This process itself was stopped, so the silence was its own.
      if (performance.now() - lookedAtMs > 3 * lookEveryMs) this.answered();
      lookedAtMs = performance.now();
      const isSilent = this.isSilent();
      if (isSilent) this.crashes.wait(`no answer for ${silentFromMs / 1_000} s`);
      else if (wasSilent) this.crashes.recovered();
      wasSilent = isSilent;
      if (performance.now() - this.answeredAtMs > doubtedFromMs) return onDoubt();
      await pause(lookEveryMs);
    }
  }
}
