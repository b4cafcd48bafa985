import { valueSchema, type ValueMessage } from '#contract';

/** A value message and its text, as it goes to every sign. */
export interface Frame {
  readonly message: ValueMessage;
  readonly text: string;
}

const hitsRemembered = 8;

/**
 * The newest value of each pool, and those who want to hear of newer ones. An older version never
 * takes the place of a newer one, also not when Redis has gone back in time and catches up (M5).
 */
export class PoolBoard {
  private readonly newest = new Map<string, Frame>();
  private readonly hits = new Map<string, Frame[]>();
  private readonly listeners = new Set<(frame: Frame) => void>();

  /** @throws Error when the text is no value message. */
  post(text: string): void {
    const message = valueSchema.parse(JSON.parse(text));
    const known = this.newest.get(message.jackpot)?.message;
    if (known && known.version > message.version) return;
    // The value of an award may be read from the ledger just before its frame comes with the hit.
    if (known?.version === message.version && (known.hit !== null || message.hit === null)) return;
    const frame = { message, text: JSON.stringify(message) };
    this.newest.set(message.jackpot, frame);
    if (message.hit) this.rememberHit(frame);
    for (const listener of this.listeners) listener(frame);
  }

  /** The newest frames of the given jackpots, or of all; unknown ones are left out. */
  snapshot(jackpots: ReadonlySet<string> | null): Frame[] {
    if (jackpots === null) return [...this.newest.values()];
    return [...jackpots].flatMap((id) => this.newest.get(id) ?? []);
  }

  /** The last hits of a jackpot behind a version, oldest first. */
  hitsBehind(jackpot: string, version: number): Frame[] {
    return (this.hits.get(jackpot) ?? []).filter(({ message }) => message.version > version);
  }

  listen(listener: (frame: Frame) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  private rememberHit(frame: Frame): void {
    const hits = this.hits.get(frame.message.jackpot) ?? [];
    this.hits.set(frame.message.jackpot, [...hits, frame].slice(-hitsRemembered));
  }
}
