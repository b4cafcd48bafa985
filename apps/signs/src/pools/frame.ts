import type { ShownValue, ValueMessage } from '#contract';
import type { Freshness } from '#engine';

/** A text older than this is written anew, so that its age is true when it is sent. */
const textStaysMs = 100;

/** A value message and its text as the streams carry it (contract 9.3). */
export class SignFrame {
  private written = '';
  private writtenAtMs = -Infinity;
  private event: { readonly id: string; readonly text: string; readonly bytes: Buffer } | undefined;

  constructor(
    readonly message: ValueMessage,
    private readonly freshness: () => Freshness,
    private readonly versionHeld: () => number = () => message.version,
  ) {}

  /**
   * The version up to which a client has all hits of the pool, when it has this frame after those
   * before it. A hit that comes late has a newer value with it, and other hits may follow.
   */
  get held(): number {
    return this.versionHeld();
  }

  /** The same text for every sign that is sent the frame at about the same time. */
  text(nowMs = performance.now()): string {
    if (nowMs - this.writtenAtMs > textStaysMs) {
      this.written = JSON.stringify(shownValue(this.message, this.freshness()));
      this.writtenAtMs = nowMs;
    }
    return this.written;
  }

  /** As a server-sent event; the same bytes for every sign that has the same id, as most have. */
  asEvent(id: string): Buffer {
    const text = this.text();
    if (this.event?.id !== id || this.event.text !== text) {
      this.event = { id, text, bytes: Buffer.from(`id: ${id}\ndata: ${text}\n\n`) };
    }
    return this.event.bytes;
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
