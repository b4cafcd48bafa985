import type { ValueMessage } from '#contract';

/** Versions within this time form one stretch while the value rises. */
const stretchMs = 100;
/** For each pool: at least the last minute. */
const stretchesKept = 600;

/** Consecutive versions without a fall of the value. */
interface Stretch {
  readonly from: number;
  to: number;
  /** The value of its last version, which is the greatest, minor units. */
  value: number;
  readonly sinceMs: number;
}

/** The values of each pool in the last minutes, by version and by time. */
export class ValueHistory {
  private readonly pools = new Map<string, Stretch[]>();

  /** @param nowMs a clock of durations */
  constructor(private readonly nowMs: () => number = () => performance.now()) {}

  /** Takes the values of a pool in the order of their versions. */
  note({ jackpot, version, value }: ValueMessage): void {
    const nowMs = this.nowMs();
    const stretches = this.of(jackpot);
    const last = stretches.at(-1);
    if (last && value >= last.value && nowMs - last.sinceMs < stretchMs) {
      last.to = version;
      last.value = value;
      return;
    }
    stretches.push({ from: version, to: version, value, sinceMs: nowMs });
    if (stretches.length > stretchesKept) stretches.shift();
  }

  /** The newest version of a pool, and its value. */
  newest(jackpot: string): { version: number; value: number } | undefined {
    const last = this.pools.get(jackpot)?.at(-1);
    return last && { version: last.to, value: last.value };
  }

  /**
   * Returns the value of a version, minor units; within a stretch, that of its last version.
   * Undefined for a version that is not known (any more).
   */
  valueAt(jackpot: string, version: number): number | undefined {
    const stretches = this.pools.get(jackpot) ?? [];
    const found = stretches.findLast(({ from }) => from <= version);
    return found && version <= found.to ? found.value : undefined;
  }

  /**
   * Returns the greatest value of a pool in the last `lastMs`; undefined if less history is known.
   */
  greatestOfLast(jackpot: string, lastMs: number): number | undefined {
    const sinceMs = this.nowMs() - lastMs;
    let greatest = -Infinity;
    for (const stretch of (this.pools.get(jackpot) ?? []).toReversed()) {
      greatest = Math.max(greatest, stretch.value);
      if (stretch.sinceMs <= sinceMs) return greatest;
    }
    return undefined;
  }

  private of(jackpot: string): Stretch[] {
    let stretches = this.pools.get(jackpot);
    if (!stretches) {
      stretches = [];
      this.pools.set(jackpot, stretches);
    }
    return stretches;
  }
}
