import type { ValueMessage } from '#contract';

export type ValueHit = NonNullable<ValueMessage['hit']>;

const rememberedForMs = 15 * 60_000;
/** Per jackpot; as many may also wait for a sign that catches up slowly. */
export const hitsRemembered = 500;

interface Remembered {
  readonly hit: ValueHit;
  readonly atMs: number;
}

/**
 * The newest hits of each jackpot. Those of the last minutes are for signs that were away; the
 * older ones are kept so that none of them is taken for a new one. An award can make several hits,
 * so each is known by the offset of its own record. A reversed award has only the hit of its
 * reversal.
 */
export class HitMemory {
  private readonly hits = new Map<string, Remembered[]>();

  constructor(private readonly nowMs: () => number = () => performance.now()) {}

  /**
   * @param ageMs of a hit that was made before this gateway received it
   * @returns false for a hit that is remembered already, or is older than all remembered ones.
   */
  add(jackpot: string, hit: ValueHit, ageMs = 0): boolean {
    const kept = this.hits.get(jackpot) ?? [];
    if (kept.some(({ hit: { offset } }) => offset === hit.offset)) return false;
    const ofAward = kept.filter((each) => each.hit.award === hit.award);
    if (ofAward.some((each) => each.hit.state === 'reversed')) return false;
    const [oldest] = kept;
    if (oldest && kept.length >= hitsRemembered && hit.offset < oldest.hit.offset) return false;
    const others = hit.state === 'reversed' ? kept.filter((each) => !ofAward.includes(each)) : kept;
    const added = [...others, { hit, atMs: this.nowMs() - ageMs }];
    added.sort((one, other) => one.hit.offset - other.hit.offset);
    this.hits.set(jackpot, added.slice(-hitsRemembered));
    return true;
  }

  /** The remembered hits of one award, oldest first. */
  ofAward(jackpot: string, award: string): ValueHit[] {
    const kept = this.hits.get(jackpot) ?? [];
    return kept.map(({ hit }) => hit).filter((hit) => hit.award === award);
  }

  /**
   * Returns the young hits that a stream with this version of the pool has not been sent, oldest
   * first.
   */
  after(jackpot: string, version: number): ValueHit[] {
    const youngFromMs = this.nowMs() - rememberedForMs;
    const kept = this.hits.get(jackpot) ?? [];
    const young = kept.filter(({ atMs }) => atMs > youngFromMs);
    return young.map(({ hit }) => hit).filter((hit) => hitVersion(hit) > version);
  }
}

/** Returns the first version of the pool that includes a hit. */
export function hitVersion({ offset }: Pick<ValueHit, 'offset'>): number {
  return offset + 1;
}
