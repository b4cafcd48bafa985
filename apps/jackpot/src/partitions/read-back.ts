import { valueMessage } from '#engine';
import { accountField, type StoredBalances } from '#ledger';
import { accountNames, type Jackpot, type PartitionState } from '#pools';

const sliceEveryMs = 5_000;
/** The most slices of a pass over a partition, so that it takes well under a minute. */
const slicesOfPass = 5;
const leastOfSlice = 100;

/** What reading back a jackpot gave, micro-units; Infinity for what is no amount. */
export interface ReadBackJackpot {
  /** Sum over the accounts of how far Redis and the log are apart. */
  differenceMicros: number;
  /** Sum of the accounts in Redis. */
  sumMicros: number;
}

/**
 * The jackpots of a partition that are read back next, with copies of their accounts and values:
 * the fold may change a state while the answer of Redis is on its way, before its commit.
 */
export interface Slice {
  readonly jackpots: readonly (Pick<Jackpot, 'id' | 'accounts'> & { readonly value: string })[];
  readonly fields: readonly string[];
  readonly isLast: boolean;
}

/**
 * The check of conservation that can fail: Redis' balances and values against the log's, slice by
 * slice, also where no bet comes. A commit compares only what it touches. This class decides what
 * is due and compares; `OwnedPartition` reads, and knows that both are at the same place.
 */
export class ReadBack {
  /** When the partition was last read back whole, ms. */
  wholeAtMs = Date.now();
  readonly jackpots: Map<string, ReadBackJackpot>;
  private dueAtMs = Date.now() + sliceEveryMs;
  /** How many of the partition's jackpots were read in this pass. */
  private done = 0;

  /** @param state read whole from Redis just now; its accounts sum to zero. */
  constructor({ jackpots }: Pick<PartitionState, 'jackpots'>) {
    const fine = () => ({ differenceMicros: 0, sumMicros: 0 });
    this.jackpots = new Map([...jackpots.keys()].map((id) => [id, fine()]));
  }

  isDue(): boolean {
    return Date.now() >= this.dueAtMs;
  }

  /** What is to be read back now; undefined while nothing is due. */
  due(state: PartitionState): Slice | undefined {
    if (!this.isDue()) return undefined;
    const all = [...state.jackpots.values()];
    const length = Math.max(leastOfSlice, Math.ceil(all.length / slicesOfPass));
    const jackpots = all.slice(this.done, this.done + length).map((jackpot) => ({
      id: jackpot.id,
      accounts: { ...jackpot.accounts },
      value: JSON.stringify(valueMessage(jackpot, null)),
    }));
    const fields = jackpots.flatMap(({ id }) => accountNames.map((name) => accountField(id, name)));
    return { jackpots, fields, isLast: this.done + length >= all.length };
  }

  /**
   * Compares a slice that is due with what Redis gave for its fields at the same place of the log.
   * @returns a sentence that names the first account or value that differs; undefined for none.
   */
  take(
    slice: Slice,
    { balances, values }: Pick<StoredBalances, 'balances' | 'values'>,
  ): string | undefined {
    let first: string | undefined;
    for (const [index, jackpot] of slice.jackpots.entries()) {
      const own = balances.slice(index * accountNames.length, (index + 1) * accountNames.length);
      const { found, sentence } = compareBalances(jackpot, own);
      this.jackpots.set(jackpot.id, found);
      first ??= sentence ?? whyOtherValue(jackpot, values[index]);
    }
    // A difference is looked at once more before it halts the partition.
    if (first !== undefined) return first;
    this.dueAtMs = Date.now() + sliceEveryMs;
    this.done = slice.isLast ? 0 : this.done + slice.jackpots.length;
    if (slice.isLast) this.wholeAtMs = Date.now();
    return undefined;
  }
}

function whyOtherValue(
  { id, value }: Slice['jackpots'][number],
  found: string | null | undefined,
): string | undefined {
  if (found === value) return undefined;
  return `the value of ${id} is ${found ?? 'missing'} in Redis and ${value} by the log.`;
}

function compareBalances(
  { id, accounts }: Slice['jackpots'][number],
  balances: readonly (string | null)[],
) {
  const found: ReadBackJackpot = { differenceMicros: 0, sumMicros: 0 };
  let sentence: string | undefined;
  let sum = 0n;
  for (const [index, account] of accountNames.entries()) {
    const text = balances[index] ?? 'missing';
    const balance = /^-?\d+$/.test(text) ? BigInt(text) : undefined;
    if (balance === accounts[account]) {
      sum += balance;
      continue;
    }
    sentence ??= `${accountField(id, account)} is ${text} in Redis and ${accounts[account]} by the log.`;
    const apart = balance === undefined ? Infinity : Number(balance - accounts[account]);
    found.differenceMicros += Math.abs(apart);
    if (balance === undefined) found.sumMicros = Infinity;
    else sum += balance;
  }
  if (found.sumMicros === 0) found.sumMicros = Number(sum);
  return { found, sentence };
}
