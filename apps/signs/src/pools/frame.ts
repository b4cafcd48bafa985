import type { ShownValue, ValueMessage } from '#contract';
import type { Freshness } from '#engine';

/** A text older than this is written anew, so that its age is true when it is sent. */
const textStaysMs = 100;

/** A value message and its text as the streams carry it (contract 9.3). */
export class Frame {
  private written = '';
  private writtenAtMs = -Infinity;

  constructor(
    readonly message: ValueMessage,
    private readonly freshness: () => Freshness,
  ) {}

  /** The same text for every sign that is sent the frame at about the same time. */
  text(nowMs = performance.now()): string {
    if (nowMs - this.writtenAtMs > textStaysMs) {
      this.written = JSON.stringify(shownValue(this.message, this.freshness()));
      this.writtenAtMs = nowMs;
    }
    return this.written;
  }
}

export function shownValue(message: ValueMessage, freshness: Freshness): ShownValue {
  const { asOf, ageMs, fault } = freshness;
  return { ...message, state: fault === null ? message.state : 'fault', asOf, ageMs, fault };
}

/** What a stream's pulse says of a pool, as JSON. */
export function pulseText(message: ValueMessage, freshness: Freshness): string {
  const { jackpot, version, state, fault, asOf, ageMs } = shownValue(message, freshness);
  return JSON.stringify({ jackpot, version, state, fault, asOf, ageMs });
}
