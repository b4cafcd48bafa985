import type { Frame, PoolBoard } from './pool-board.js';

/** The connection of one sign, over SSE or WebSocket. */
export interface Wire {
  /** Sends a frame; false when the wire is full. */
  send(frame: Frame): boolean;
  /** Calls `resume` once, when a full wire has room again. */
  onDrain(resume: () => void): void;
  /** Ends the connection: the sign has not read for too long. */
  drop(): void;
}

export const stuckAfterMs = 5_000;
const hitsWaiting = 8;
/** After this long a waiting value counts as late. */
const lateAfterMs = 2_000;

/** What waits of a pool. */
interface Slot {
  hits: Frame[];
  newest: Frame;
  /** Since when something has waited, ms. */
  readonly sinceMs: number;
}

/**
 * Sends one sign its frames. While the wire is full only the newest value of each pool waits, with
 * its hits, so a slow sign costs no memory and never shows an older value after a newer one.
 */
export class FrameSender {
  private readonly waiting = new Map<string, Slot>();
  private readonly leave: () => void;
  private isFull = false;
  private stuckTimer: NodeJS.Timeout | undefined;

  constructor(
    board: PoolBoard,
    private readonly wire: Wire,
    /** Undefined for all. */
    readonly jackpots: ReadonlySet<string> | undefined,
    /** Versions that the sign has already, by jackpot. */
    seen: ReadonlyMap<string, number>,
    private readonly onConflated: () => void,
  ) {
    this.leave = board.listen((frame) => this.offer(frame));
    for (const frame of board.snapshot(jackpots)) {
      const { jackpot, version } = frame.message;
      const last = seen.get(jackpot);
      const hits = last === undefined ? [] : board.hitsAfter(jackpot, last);
      for (const hit of hits) this.offer(hit);
      if ((last === undefined || last < version) && !hits.includes(frame)) this.offer(frame);
    }
  }

  /** The jackpots of which a value has waited too long, because the sign does not read. */
  *late(nowMs: number): Iterable<string> {
    for (const [jackpot, { sinceMs }] of this.waiting) {
      if (nowMs - sinceMs > lateAfterMs) yield jackpot;
    }
  }

  close(): void {
    clearTimeout(this.stuckTimer);
    this.leave();
    this.waiting.clear();
  }

  private offer(frame: Frame): void {
    const { jackpot, hit } = frame.message;
    if (this.jackpots && !this.jackpots.has(jackpot)) return;
    const slot = this.waiting.get(jackpot);
    if (!slot) {
      const sinceMs = this.isFull ? Date.now() : 0;
      this.waiting.set(jackpot, { hits: hit ? [frame] : [], newest: frame, sinceMs });
    } else {
      if (hit && slot.hits.at(-1) !== frame) slot.hits = [...slot.hits, frame].slice(-hitsWaiting);
      else this.onConflated();
      slot.newest = frame;
    }
    if (!this.isFull) this.flush();
  }

  private flush(): void {
    for (const [jackpot, { hits, newest }] of this.waiting) {
      this.waiting.delete(jackpot);
      const frames = hits.includes(newest) ? hits : [...hits, newest];
      let hasRoom = true;
      for (const frame of frames) hasRoom = this.wire.send(frame) && hasRoom;
      if (!hasRoom) return this.waitForRoom();
    }
  }

  private waitForRoom(): void {
    this.isFull = true;
    this.stuckTimer = setTimeout(() => this.wire.drop(), stuckAfterMs);
    this.wire.onDrain(() => {
      clearTimeout(this.stuckTimer);
      this.isFull = false;
      this.flush();
    });
  }
}
