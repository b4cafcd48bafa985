import type { Accounts, Jackpot } from '#pools';

/** Records of one kind, and the sum of what they moved, in micro-units. */
export interface KindSum {
  readonly count: number;
  readonly pool: bigint;
  readonly reserve: bigint;
  readonly house: bigint;
}

/** A pool since its seed: the opening and the sums of all later records make its value. */
export interface GenerationSums {
  readonly generation: number;
  readonly opening: {
    readonly what: 'seed' | 'checkpoint';
    readonly offset: number;
    readonly pool: bigint;
  };
  readonly contributions: KindSum;
  readonly refunds: KindSum;
  readonly payouts: KindSum;
  readonly adjustments: KindSum;
}

type Kind = 'contributions' | 'refunds' | 'payouts' | 'adjustments';

const kinds: Readonly<Record<string, Kind>> = {
  'bet.placed': 'contributions',
  'bet.withdrawn': 'refunds',
  'round.voided': 'refunds',
  'round.settled': 'payouts',
  'pool.adjusted': 'adjustments',
};

const nothing: KindSum = { count: 0, pool: 0n, reserve: 0n, house: 0n };

/** Adds up a jackpot's generation while its records are folded. */
export class GenerationTally {
  private sums: GenerationSums | undefined;

  begin({ generation, accounts }: Jackpot, what: 'seed' | 'checkpoint', offset: number): void {
    const opening = { what, offset, pool: accounts.pool };
    const sums = { contributions: nothing, refunds: nothing, payouts: nothing };
    this.sums = { generation, opening, ...sums, adjustments: nothing };
  }

  count(type: string, after: Accounts, before: Accounts): void {
    const kind = kinds[type];
    if (!this.sums || !kind) return;
    const pool = after.pool - before.pool;
    const reserve = after.reserve - before.reserve;
    const house = after.house - before.house;
    if (pool === 0n && reserve === 0n && house === 0n) return;
    const sum = this.sums[kind];
    const grown: KindSum = {
      count: sum.count + 1,
      pool: sum.pool + pool,
      reserve: sum.reserve + reserve,
      house: sum.house + house,
    };
    this.sums = { ...this.sums, [kind]: grown };
  }

  /** @throws Error when nothing was opened, which is a bug: every generation begins with a seed. */
  read(): GenerationSums {
    if (!this.sums) throw new Error('the generation has no beginning');
    return this.sums;
  }
}
