import type { ValueMessage } from '#contract';

export type Hit = NonNullable<ValueMessage['hit']>;

const rememberedForMs = 15 * 60_000;
/** Of a jackpot; so many may also wait for a sign that catches up slowly. */
export const hitsRemembered = 500;

interface Remembered {
  readonly hit: Hit;
  readonly atMs: number;
}

/**
 * The newest hits of each jackpot. Those of the last minutes are for signs that were away; the
 * older ones are kept so that none is taken for a new one.
 */
export class HitMemory {
  private readonly hits = new Map<string, Remembered[]>();

  constructor(private readonly nowMs: () => number = () => performance.now()) {}

  /**
   * @param ageMs of one that was made before this gateway heard of it
   * @returns false for a hit that is remembered already.
   */
  add(jackpot: string, hit: Hit, ageMs = 0): boolean {
    if (this.has(jackpot, hit.award)) return false;
    const kept = this.hits.get(jackpot) ?? [];
    const added = [...kept, { hit, atMs: this.nowMs() - ageMs }];
    added.sort((one, other) => versionOf(one.hit) - versionOf(other.hit));
    this.hits.set(jackpot, added.slice(-hitsRemembered));
    return true;
  }

  has(jackpot: string, award: string): boolean {
    const kept = this.hits.get(jackpot) ?? [];
    return kept.findLast(({ hit }) => hit.award === award) !== undefined;
  }

  /** The young hits that a stream with this version of the pool has not been sent, oldest first. */
  after(jackpot: string, version: number): Hit[] {
    const youngFromMs = this.nowMs() - rememberedForMs;
    const kept = this.hits.get(jackpot) ?? [];
    const young = kept.filter(({ atMs }) => atMs > youngFromMs);
    return young.map(({ hit }) => hit).filter((hit) => versionOf(hit) > version);
  }
}

/** The first version of the pool that includes an award. */
export function versionOf({ award }: Pick<Hit, 'award'>): number {
  // An award's id ends with the offset of its record.
  return Number(award.slice(award.lastIndexOf('/') + 1)) + 1;
}
