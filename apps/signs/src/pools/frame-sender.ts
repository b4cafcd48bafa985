import type { SignFrame } from './frame.js';
import { hitsRemembered, hitVersion } from './hit-memory.js';
import type { PoolBoard } from './pool-board.js';

/** The connection of one sign, over SSE or WebSocket. */
export interface Wire {
  /** Sends a frame; false when the wire is full. */
  send(frame: SignFrame): boolean;
  sendPulse(text: string): boolean;
  /** Calls `resume` once, when a full wire has room again. */
  onDrain(resume: () => void): void;
  /** Ends the connection: the sign has not read for too long. */
  drop(): void;
  /** Ends the connection: the gateway stops. */
  end(): void;
}

export const stuckAfterMs = 5_000;
/** After this long a waiting value counts as late. */
const lateAfterMs = 2_000;

/** The waiting frames of a pool. */
interface Slot {
  hits: SignFrame[];
  newest: SignFrame;
  /** Start of the wait, ms of `performance.now()`. */
  readonly sinceMs: number;
}

/**
 * Sends one sign its frames. While the wire is full only the newest value of each pool waits, with
 * its hits, so a slow sign costs little memory and never shows an older value after a newer one.
 */
export class FrameSender {
  private readonly waiting = new Map<string, Slot>();
  /** The newest version offered for each pool. */
  private readonly offered = new Map<string, number>();
  /** The versions that the sign began with: their hits are seen, or history. */
  private readonly begun = new Map<string, number>();
  private readonly leave: () => void;
  private isFull = false;
  private stuckTimer: NodeJS.Timeout | undefined;

  constructor(
    private readonly board: PoolBoard,
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
      this.begun.set(jackpot, last ?? version);
      const missed = last === undefined ? [] : board.hitsAfter(jackpot, last);
      for (const hit of missed) this.offer(hit);
      if (missed.length > 0) continue;
      if (last === undefined || last < version) this.offer(frame);
      else this.offered.set(jackpot, last);
    }
    this.pulse();
  }

  /** Tells the sign the age of its values, unless it does not read. */
  pulse(): void {
    if (this.isFull) return;
    if (!this.wire.sendPulse(this.board.pulse(this.jackpots))) this.waitForRoom();
  }

  /**
   * Returns the jackpots with a value that has waited too long, because the sign does not read.
   * @param nowMs of `performance.now()`
   */
  *late(nowMs: number): Iterable<string> {
    for (const [jackpot, { sinceMs }] of this.waiting) {
      if (nowMs - sinceMs > lateAfterMs) yield jackpot;
    }
  }

  end(): void {
    this.wire.end();
  }

  close(): void {
    clearInterval(this.stuckTimer);
    this.leave();
    this.waiting.clear();
  }

  private offer(frame: SignFrame): void {
    const { jackpot, version, hit } = frame.message;
    if (this.jackpots && !this.jackpots.has(jackpot)) return;
    const newestOffered = this.offered.get(jackpot) ?? -1;
    const isNews = hit ? hitVersion(hit) > (this.begun.get(jackpot) ?? 0) : version > newestOffered;
    if (!isNews) return;
    this.offered.set(jackpot, version);
    const slot = this.waiting.get(jackpot);
    if (!slot) {
      const sinceMs = this.isFull ? performance.now() : 0;
      this.waiting.set(jackpot, { hits: hit ? [frame] : [], newest: frame, sinceMs });
    } else {
      if (hit && slot.hits.at(-1) !== frame)
        slot.hits = [...slot.hits, frame].slice(-hitsRemembered);
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
    // An MQTT broker that accepted nothing may do the same on the next connection.
    this.stuckTimer = setInterval(() => this.wire.drop(), stuckAfterMs);
    this.wire.onDrain(() => {
      clearInterval(this.stuckTimer);
      this.isFull = false;
      this.flush();
    });
  }
}
