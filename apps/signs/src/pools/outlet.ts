import type { Frame, PoolBoard } from './pool-board.js';

/** One sign's connection, whatever carries it. */
export interface Wire {
  /** Sends a text; false when the wire is full, and then `onDrain` is called once it is not. */
  send(frame: Frame): boolean;
  onDrain(resume: () => void): void;
  /** The other end has not read for too long. */
  drop(): void;
}

export const stuckAfterMs = 5_000;
const hitsWaiting = 8;

/**
 * Feeds one connection with one slot for each pool: while the wire is full only the newest value
 * waits, so a slow sign costs no memory and never shows an old one after it. Hits wait beside it.
 */
export class Outlet {
  private readonly waiting = new Map<string, { hits: Frame[]; newest: Frame }>();
  private readonly leave: () => void;
  private full = false;
  private stuck: NodeJS.Timeout | undefined;

  constructor(
    board: PoolBoard,
    private readonly wire: Wire,
    private readonly jackpots: ReadonlySet<string> | null,
    /** Versions that the sign has already, by jackpot. */
    seen: ReadonlyMap<string, number>,
    private readonly onConflated: () => void,
  ) {
    this.leave = board.listen((frame) => this.offer(frame));
    for (const frame of board.snapshot(jackpots)) {
      const { jackpot, version } = frame.message;
      const last = seen.get(jackpot);
      const hits = last === undefined ? [] : board.hitsBehind(jackpot, last);
      for (const hit of hits) this.offer(hit);
      if ((last === undefined || last < version) && !hits.includes(frame)) this.offer(frame);
    }
  }

  close(): void {
    clearTimeout(this.stuck);
    this.leave();
    this.waiting.clear();
  }

  private offer(frame: Frame): void {
    const { jackpot, hit } = frame.message;
    if (this.jackpots !== null && !this.jackpots.has(jackpot)) return;
    const slot = this.waiting.get(jackpot);
    if (!slot) this.waiting.set(jackpot, { hits: hit ? [frame] : [], newest: frame });
    else {
      if (hit && slot.hits.at(-1) !== frame) slot.hits = [...slot.hits, frame].slice(-hitsWaiting);
      else this.onConflated();
      slot.newest = frame;
    }
    if (!this.full) this.flush();
  }

  private flush(): void {
    for (const [jackpot, { hits, newest }] of this.waiting) {
      this.waiting.delete(jackpot);
      const frames = hits.includes(newest) ? hits : [...hits, newest];
      let room = true;
      for (const frame of frames) room = this.wire.send(frame) && room;
      if (!room) return this.waitForRoom();
    }
  }

  private waitForRoom(): void {
    this.full = true;
    this.stuck = setTimeout(() => this.wire.drop(), stuckAfterMs);
    this.wire.onDrain(() => {
      clearTimeout(this.stuck);
      this.full = false;
      this.flush();
    });
  }
}
