import type { PulseBoard } from '#engine';
import type { ValueMessage } from '#contract';
import type { PoolBoard } from './pool-board.js';

/**
 * Number of records that a frame may be ahead of the newest pulse: more than two commits. While a
 * partition catches up faster, its signs are up to a second late.
 */
const inFlight = 10_000;

/**
 * Decides which values a gateway accepts. A sign never goes back, so a forged value with a huge
 * version would stay on it; and while the ledger service is down, no new value in Redis can be
 * right.
 */
export class ValueGate {
  /** Newest version of each jackpot whose frame was left out. */
  private readonly ahead = new Map<string, number>();

  constructor(
    private readonly board: Pick<PoolBoard, 'has'>,
    private readonly pulses: Pick<PulseBoard, 'positionOf'>,
  ) {}

  /**
   * Returns whether to accept a frame: while the owner sends pulses, and at most a little ahead of
   * its last one.
   */
  mayTakeFrame({ jackpot, version }: ValueMessage): boolean {
    const position = this.pulses.positionOf(jackpot);
    if (position !== undefined && version <= position + inFlight) return true;
    this.ahead.set(jackpot, Math.max(version, this.ahead.get(jackpot) ?? 0));
    return false;
  }

  /**
   * Returns whether to accept a stored value: once the owner's position has reached it. A pool that
   * is not shown yet is accepted like a frame, and also while no owner sends pulses.
   * @param position of the ledger, read with the value
   */
  mayTakeStored({ jackpot, version }: ValueMessage, position: number): boolean {
    if (version > position) return false;
    const reached = this.pulses.positionOf(jackpot);
    const isShown = this.board.has(jackpot);
    return reached === undefined ? !isShown : version <= reached + (isShown ? 0 : inFlight);
  }

  /**
   * Returns whether a stored value, or a frame of its pool that was left out since the last look,
   * has a version that the ledger has not reached: no commit has written it.
   */
  isForged({ jackpot, version }: ValueMessage, position: number): boolean {
    const ahead = this.ahead.get(jackpot) ?? 0;
    this.ahead.delete(jackpot);
    return Math.max(version, ahead) > position;
  }
}
