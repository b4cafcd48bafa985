import { valueSchema, type ValueMessage } from '#contract';

/** A value message and its text, as it goes to every sign. */
export interface Frame {
  readonly message: ValueMessage;
  readonly text: string;
}

const hitsRemembered = 8;

/** The newest value of each pool. An older version never replaces a newer one (M5). */
export class PoolBoard {
  private readonly newest = new Map<string, Frame>();
  private readonly hits = new Map<string, Frame[]>();
  private readonly listeners = new Set<(frame: Frame) => void>();
  /** The frame that comes now, until it is written to a sign. */
  private arriving: Frame | undefined;

  /** @throws Error when the text is not a value message. */
  post(text: string): void {
    const message = valueSchema.parse(JSON.parse(text));
    const known = this.newest.get(message.jackpot)?.message;
    if (known && known.version > message.version) return;
    // The value of an award may be read from the ledger just before its frame comes with the hit.
    if (known?.version === message.version && (known.hit !== null || message.hit === null)) return;
    const frame = { message, text: JSON.stringify(message) };
    this.newest.set(message.jackpot, frame);
    if (message.hit) this.rememberHit(frame);
    this.arriving = frame;
    for (const listener of this.listeners) listener(frame);
    this.arriving = undefined;
  }

  /** True once for each frame: when the first sign is sent it, at once when it comes. */
  isFirstSent(frame: Frame): boolean {
    const isFirst = this.arriving === frame;
    if (isFirst) this.arriving = undefined;
    return isFirst;
  }

  /** The newest frames of the given jackpots, or of all; unknown ones are left out. */
  snapshot(jackpots: ReadonlySet<string> | undefined): Frame[] {
    if (!jackpots) return [...this.newest.values()];
    return [...jackpots].flatMap((id) => this.newest.get(id) ?? []);
  }

  /** The last hits of a jackpot after a version, oldest first. */
  hitsAfter(jackpot: string, version: number): Frame[] {
    return (this.hits.get(jackpot) ?? []).filter(({ message }) => message.version > version);
  }

  /** @returns a function that ends the listening. */
  listen(listener: (frame: Frame) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  private rememberHit(frame: Frame): void {
    const hits = this.hits.get(frame.message.jackpot) ?? [];
    this.hits.set(frame.message.jackpot, [...hits, frame].slice(-hitsRemembered));
  }
}
