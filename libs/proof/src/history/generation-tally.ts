import type { Accounts, Jackpot } from '#pools';

/** Records of one kind, and the sum of their movements, in micro-units. */
export interface KindSum {
  readonly count: number;
  readonly pool: bigint;
  readonly reserve: bigint;
  readonly house: bigint;
}

const kinds = {
  'bet.placed': 'contributions',
  'bet.withdrawn': 'refunds',
  'round.voided': 'refunds',
  'round.settled': 'payouts',
  'award.granted': 'payouts',
  'award.reversed': 'reversals',
  'award.expired': 'adjustments',
  'pool.adjusted': 'adjustments',
  'transfer.received': 'adjustments',
} as const;

/** A pool since its seed: its value is the opening plus the sums of all later records. */
interface GenerationSums extends Record<(typeof kinds)[keyof typeof kinds], KindSum> {
  readonly generation: number;
  readonly opening: {
    readonly what: 'seed' | 'checkpoint';
    readonly offset: number;
    readonly pool: bigint;
  };
}

const nothing: KindSum = { count: 0, pool: 0n, reserve: 0n, house: 0n };

/** Sums a jackpot's generation while its records are folded. */
export class GenerationTally {
  private sums: GenerationSums | undefined;

  begin({ generation, accounts }: Jackpot, what: 'seed' | 'checkpoint', offset: number): void {
    const opening = { what, offset, pool: accounts.pool };
    const sums = { contributions: nothing, refunds: nothing, payouts: nothing };
    this.sums = { generation, opening, ...sums, adjustments: nothing, reversals: nothing };
  }

  count(type: string, after: Accounts, before: Accounts): void {
    if (!this.sums || !(type in kinds)) return;
    const kind = kinds[type as keyof typeof kinds];
    const pool = after.pool - before.pool;
    const reserve = after.reserve - before.reserve;
    const house = after.house - before.house;
    if (pool === 0n && reserve === 0n && house === 0n) return;
    const sum = this.sums[kind];
    this.sums[kind] = {
      count: sum.count + 1,
      pool: sum.pool + pool,
      reserve: sum.reserve + reserve,
      house: sum.house + house,
    };
  }

  /** @throws Error if there was no opening, which is a bug: every generation begins with a seed. */
  read(): GenerationSums {
    if (!this.sums) throw new Error('the generation has no beginning');
    return { ...this.sums };
  }
}
