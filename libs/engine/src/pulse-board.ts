import { homePartition, type Pulse } from '#contract';
import { freshness, silentFromMs, type Freshness } from './freshness.js';

interface Heard {
  readonly asOf: string | null;
  /** `asOf` on this process' monotonic clock. */
  readonly asOfMs: number | null;
  readonly heardAtMs: number;
  readonly isHalted: boolean;
}

/** The newest pulse of each partition: the time up to which its values are complete. */
export class PulseBoard {
  private readonly heard = new Map<number, Heard>();
  /**
   * Position and time of the newest pulse from the channel; a halted partition's pulse is ignored.
   */
  private readonly reached = new Map<
    number,
    { readonly position: number; readonly atMs: number }
  >();
  private partitions = 1;

  constructor(private readonly nowMs: () => number = () => performance.now()) {}

  /** Sets the number of partitions of the log. */
  know(partitions: number): void {
    this.partitions = partitions;
  }

  /**
   * @param forMs age of the pulse; 0 for one from the channel
   * @returns true if the pulse reports a new halt, or the end of one
   */
  take({ pulse: partition, position, asOf, behindMs, halted }: Pulse, forMs = 0): boolean {
    const heardAtMs = this.nowMs() - forMs;
    // Counts only the channel: a stored pulse could be forged together with the values that it
    // allows.
    if (forMs === 0 && halted === null) this.reached.set(partition, { position, atMs: heardAtMs });
    const before = this.heard.get(partition);
    // A pulse read from Redis may have arrived before.
    if (before && before.heardAtMs >= heardAtMs) return false;
    const isHalted = halted !== null;
    const known = asOf === null || behindMs === null;
    this.heard.set(partition, {
      asOf: known ? (before?.asOf ?? null) : asOf,
      asOfMs: known ? (before?.asOfMs ?? null) : heardAtMs - behindMs,
      heardAtMs,
      isHalted,
    });
    return isHalted !== (before?.isHalted ?? false);
  }

  /** The position that the owner of a pool's partition reports; undefined while it is silent. */
  positionOf(jackpot: string): number | undefined {
    const reached = this.reached.get(homePartition(jackpot, this.partitions));
    if (!reached || this.nowMs() - reached.atMs > silentFromMs) return undefined;
    return reached.position;
  }

  of(jackpot: string): Freshness {
    const heard = this.heard.get(homePartition(jackpot, this.partitions));
    if (!heard) return freshness(null, null, false);
    const { asOf, asOfMs, isHalted } = heard;
    const ageMs = asOfMs === null ? null : Math.max(0, Math.round(this.nowMs() - asOfMs));
    return freshness(asOf, ageMs, isHalted);
  }
}
