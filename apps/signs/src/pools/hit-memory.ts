import type { ValueMessage } from '#contract';

export type Hit = NonNullable<ValueMessage['hit']>;

const rememberedForMs = 15 * 60_000;
const hitsRemembered = 500;

interface Remembered {
  readonly hit: Hit;
  readonly atMs: number;
}

/** The hits of the last minutes of each jackpot, for signs that were away. */
export class HitMemory {
  private readonly hits = new Map<string, Remembered[]>();

  /** @returns false for a hit that is remembered already. */
  add(jackpot: string, hit: Hit): boolean {
    if (this.has(jackpot, hit.award)) return false;
    const nowMs = performance.now();
    const kept = this.hits.get(jackpot) ?? [];
    const young = kept.filter(({ atMs }) => nowMs - atMs < rememberedForMs);
    const added = [...young, { hit, atMs: nowMs }];
    added.sort((one, other) => offsetOf(one.hit) - offsetOf(other.hit));
    this.hits.set(jackpot, added.slice(-hitsRemembered));
    return true;
  }

  has(jackpot: string, award: string): boolean {
    return (this.hits.get(jackpot) ?? []).some(({ hit }) => hit.award === award);
  }

  /** The hits that a stream with this version of the pool has not been sent, oldest first. */
  after(jackpot: string, version: number): Hit[] {
    const kept = this.hits.get(jackpot) ?? [];
    return kept.map(({ hit }) => hit).filter((hit) => isAfter(hit, version));
  }
}

/** Whether an award was made by a record that a version of its pool does not include. */
export function isAfter(hit: Hit, version: number): boolean {
  return offsetOf(hit) >= version;
}

/** An award's id ends with the offset of its record. */
function offsetOf({ award }: Hit): number {
  return Number(award.slice(award.lastIndexOf('/') + 1));
}
