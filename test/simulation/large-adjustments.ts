import type { Random } from '#pit/random';
import type { Operators } from './operator.js';
import type { Sending } from './table.js';

/** From this amount on, in minor units, another person must approve (contract 4.5). */
export const approvedFrom = 5_000;

interface Proposal {
  readonly amount: number;
  /** Undefined until its record is in the log. */
  offset: number | undefined;
}

/** The acts on the pool of one jackpot that two people must sign. */
export class LargeAdjustments {
  private waiting: Proposal | null = null;

  constructor(
    private readonly jackpot: string,
    private readonly operators: Operators,
    private readonly random: Random,
  ) {}

  /** Ends the waiting proposal, as a configuration or a set of keys without the proposer's does. */
  drop(): void {
    this.waiting = null;
  }

  /** The next record about such an act. */
  next(): Sending {
    const { random, operators, jackpot, waiting } = this;
    if (waiting?.offset !== undefined && random.chance(0.7)) return this.approve(waiting);
    const amount = approvedFrom + random.below(9_000);
    const act = actOf(amount);
    if (random.chance(0.2)) {
      return { ...operators.command('pool.adjusted', jackpot, act.data), poolMicros: 0n };
    }
    // Several may wait; the last of them is approved.
    const proposal: Proposal = { amount, offset: undefined };
    this.waiting = proposal;
    const expires = '2026-11-24T04:00:00.000Z';
    const data = { act, expires, note: 'as agreed' };
    const written = operators.command('act.proposed', jackpot, data);
    return { ...written, poolMicros: 0n, onPlaced: (offset) => (proposal.offset = offset) };
  }

  private approve({ amount, offset = 0 }: Proposal): Sending {
    const { random, operators, jackpot } = this;
    const isOther = random.chance(0.8);
    const isSame = random.chance(0.8);
    const act = actOf(isSame ? amount : amount + 1);
    const isDone = isOther && isSame;
    if (isDone) this.waiting = null;
    const poolMicros = isDone ? BigInt(amount) * 10_000n : 0n;
    return { ...operators.approve(jackpot, offset, act, isOther), poolMicros };
  }
}

function actOf(amount: number) {
  const data = { amount, account: 'pool', reason: 'as agreed' } as const;
  return { type: 'pool.adjusted', data } as const;
}
