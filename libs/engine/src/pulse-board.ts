import { homePartition, type Pulse } from '#contract';
import { freshness, silentFromMs, type Freshness } from './freshness.js';

interface Heard {
  readonly asOf: string | null;
  /** When `asOf` was, on this process' clock of durations. */
  readonly asOfMs: number | null;
  readonly heardAtMs: number;
  readonly isHalted: boolean;
}

/** The newest pulse of each partition: until when its values are all that there is. */
export class PulseBoard {
  private readonly heard = new Map<number, Heard>();
  /** The position of the newest pulse that came from the channel, and when; not of a halted one. */
  private readonly reached = new Map<
    number,
    { readonly position: number; readonly atMs: number }
  >();
  private partitions = 1;

  constructor(private readonly nowMs: () => number = () => performance.now()) {}

  /** How many partitions the log has. */
  know(partitions: number): void {
    this.partitions = partitions;
  }

  /**
   * @param forMs how long ago the pulse was sent; 0 for one that comes from the channel
   * @returns whether it says that the partition was halted, or goes on
   */
  take({ pulse: partition, position, asOf, behindMs, halted }: Pulse, forMs = 0): boolean {
    const heardAtMs = this.nowMs() - forMs;
    // What is stored could be forged with the values that it would allow.
    if (forMs === 0 && halted === null) this.reached.set(partition, { position, atMs: heardAtMs });
    const before = this.heard.get(partition);
    // One that is read from Redis may have come already.
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

  /** How far the owner of a pool's partition says that it is; undefined while it is silent. */
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
