import type { PulseBoard } from '#engine';
import type { ValueMessage } from '#contract';
import type { PoolBoard } from './pool-board.js';

/**
 * How many records a frame may be ahead of the newest pulse: more than two commits. While a
 * partition catches up faster, its signs are up to a second behind.
 */
const inFlight = 10_000;

/**
 * Which values a gateway takes. A sign never goes back, so a forged value with a huge version would
 * stay on it; and while the ledger service is down, nothing that is new in Redis can be right.
 */
export class ValueGate {
  /** Newest version of each jackpot whose frame was left out. */
  private readonly ahead = new Map<string, number>();

  constructor(
    private readonly board: Pick<PoolBoard, 'has'>,
    private readonly pulses: Pick<PulseBoard, 'positionOf'>,
  ) {}

  /** A frame is taken while the owner is heard, and at most a little ahead of what it last said. */
  mayTakeFrame({ jackpot, version }: ValueMessage): boolean {
    const position = this.pulses.positionOf(jackpot);
    if (position !== undefined && version <= position + inFlight) return true;
    this.ahead.set(jackpot, Math.max(version, this.ahead.get(jackpot) ?? 0));
    return false;
  }

  /**
   * A stored value is taken once the owner says that it is so far. Of a pool that is not shown yet
   * it is taken like a frame, and also while no owner is heard.
   * @param position of the ledger, read with the value
   */
  mayTakeStored({ jackpot, version }: ValueMessage, position: number): boolean {
    if (version > position) return false;
    const reached = this.pulses.positionOf(jackpot);
    const isShown = this.board.has(jackpot);
    return reached === undefined ? !isShown : version <= reached + (isShown ? 0 : inFlight);
  }

  /**
   * Whether a stored value, or a frame of its pool that was left out since the last look, has a
   * version that the ledger has not reached: no commit has written it.
   */
  isForged({ jackpot, version }: ValueMessage, position: number): boolean {
    const ahead = this.ahead.get(jackpot) ?? 0;
    this.ahead.delete(jackpot);
    return Math.max(version, ahead) > position;
  }
}
