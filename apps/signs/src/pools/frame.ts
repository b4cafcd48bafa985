import type { ShownValue, ValueMessage } from '#contract';
import type { Freshness } from '#engine';

/** A text older than this is written again, so that its age is true when it is sent. */
const textStaysMs = 100;

/** A value message and its text on the streams (contract 9.3). */
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
   * The version up to which a client has all hits of the pool, once it has this frame and the
   * earlier ones. A late hit comes with a newer value, and other hits may follow.
   */
  get held(): number {
    return this.versionHeld();
  }

  /** Returns it as it is of now, for a client that is not on a stream. */
  shown(): ShownValue {
    return shownValue(this.message, this.freshness());
  }

  /** Returns the same text for every sign that is sent the frame at about the same time. */
  text(nowMs = performance.now()): string {
    if (nowMs - this.writtenAtMs > textStaysMs) {
      this.written = JSON.stringify({ ...this.shown(), held: this.held });
      this.writtenAtMs = nowMs;
    }
    return this.written;
  }

  /**
   * Returns it as a server-sent event; the same bytes for every sign with the same id, as most
   * have.
   */
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

/** Returns the part of a stream's pulse about a pool, as JSON. */
export function pulseText(message: ValueMessage, freshness: Freshness): string {
  const { jackpot, version, state, fault, asOf, ageMs } = shownValue(message, freshness);
  return JSON.stringify({ jackpot, version, state, fault, asOf, ageMs });
}
