import type { Accounts, Jackpot } from '#pools';

/** Some records of one kind, and what they moved in sum, in micro-units. */
export interface Sum {
  readonly count: number;
  readonly pool: bigint;
  readonly reserve: bigint;
  readonly house: bigint;
}

/** The account of a pool since its seed: the opening and the sums of all that came make its value. */
export interface Tally {
  readonly generation: number;
  readonly opening: {
    readonly what: 'seed' | 'checkpoint';
    readonly offset: number;
    readonly pool: bigint;
  };
  readonly contributions: Sum;
  readonly refunds: Sum;
  readonly payouts: Sum;
  readonly adjustments: Sum;
}

type Kind = 'contributions' | 'refunds' | 'payouts' | 'adjustments';

const kinds: Readonly<Record<string, Kind>> = {
  'bet.placed': 'contributions',
  'bet.withdrawn': 'refunds',
  'round.voided': 'refunds',
  'round.settled': 'payouts',
  'pool.adjusted': 'adjustments',
};

const nothing: Sum = { count: 0, pool: 0n, reserve: 0n, house: 0n };

/** Keeps the account of a jackpot's generation while its records are folded. */
export class GenerationTally {
  private tally: Tally | null = null;

  open(jackpot: Jackpot, offset: number): void {
    this.begin(jackpot, { what: 'seed', offset, pool: jackpot.accounts.pool });
  }

  bringForward(jackpot: Jackpot, offset: number): void {
    this.begin(jackpot, { what: 'checkpoint', offset, pool: jackpot.accounts.pool });
  }

  count(type: string, after: Accounts, before: Accounts): void {
    const kind = kinds[type];
    if (!this.tally || !kind) return;
    const moved = {
      pool: after.pool - before.pool,
      reserve: after.reserve - before.reserve,
      house: after.house - before.house,
    };
    if (moved.pool === 0n && moved.reserve === 0n && moved.house === 0n) return;
    const { count, pool, reserve, house } = this.tally[kind];
    const sum = {
      count: count + 1,
      pool: pool + moved.pool,
      reserve: reserve + moved.reserve,
      house: house + moved.house,
    };
    this.tally = { ...this.tally, [kind]: sum };
  }

  /** @throws Error when nothing was opened, which is a bug: every generation begins with a seed. */
  read(): Tally {
    if (!this.tally) throw new Error('the generation has no beginning');
    return this.tally;
  }

  private begin({ generation }: Jackpot, opening: Tally['opening']): void {
    const sums = { contributions: nothing, refunds: nothing, payouts: nothing };
    this.tally = { generation, opening, ...sums, adjustments: nothing };
  }
}
