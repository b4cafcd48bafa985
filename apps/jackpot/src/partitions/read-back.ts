import {
  accountField,
  bucketCount,
  entryHash,
  fieldKinds,
  StateDigest,
  type EntryKeys,
  type StoredEntries,
} from '#ledger';
import { accountNames, byOffset, type Accounts, type PartitionState } from '#pools';

const sliceEveryMs = 5_000;
/** Maximum number of slices of a pass over a partition, so that it takes well under a minute. */
const slicesOfPass = 5;
/** Minimum and maximum number of entries read at once: above the maximum a pass takes longer. */
const [leastOfSlice, mostOfSlice] = [100, 5_000];

/** Result of reading back a jackpot, micro-units; Infinity for a text that is not an amount. */
export interface ReadBackJackpot {
  /** Sum over the accounts of the differences between Redis and the log. */
  differenceMicros: number;
  /** Sum of the accounts in Redis. */
  sumMicros: number;
}

/** The ledger after its last commit, and the log that it follows. */
export interface CommittedLedger {
  readonly state: PartitionState;
  readonly digest: StateDigest;
  readonly log: { readonly clusterId: string; readonly partitions: number };
}

/**
 * The entries to read back next, and their expected values: a copy, because the fold may change the
 * state before its commit, while the answer of Redis is on its way.
 */
export interface Slice {
  readonly keys: EntryKeys;
  /** Jackpots whose lists of awards are read. */
  readonly lists: readonly string[];
  readonly expected: {
    readonly place: string;
    readonly log: CommittedLedger['log'];
    readonly sizes: StateDigest['sizes'];
    readonly accounts: readonly (readonly [jackpot: string, Accounts])[];
    /** By kind, in the order of the keys. */
    readonly hashes: Readonly<Record<(typeof fieldKinds)[number], readonly string[]>>;
    readonly lists: readonly string[];
  };
  /** Bucket that follows it. */
  readonly next: number;
}

/**
 * The check that can fail: all data of a partition in Redis against the log, slice by slice, even
 * without bets. A commit compares only the entries that it touches. This class decides on the due
 * entries and compares; `OwnedPartition` reads, and knows that both are at the same place.
 */
export class ReadBack {
  /** Time at which the partition was last read back whole, epoch ms. */
  wholeAtMs = Date.now();
  readonly jackpots: Map<string, ReadBackJackpot>;
  private dueAtMs = performance.now() + sliceEveryMs;
  /** The bucket of the digest that is read next. */
  private next = 0;

  /** @param state state read whole from Redis just now; its accounts sum to zero. */
  constructor({ jackpots }: Pick<PartitionState, 'jackpots'>) {
    const fine = () => ({ differenceMicros: 0, sumMicros: 0 });
    this.jackpots = new Map([...jackpots.keys()].map((id) => [id, fine()]));
  }

  isDue(): boolean {
    return performance.now() >= this.dueAtMs;
  }

  /** Returns the slice to read back now; undefined while nothing is due. */
  due({ state, digest, log }: CommittedLedger): Slice | undefined {
    if (!this.isDue()) return undefined;
    const { place } = digest;
    const sizes = { ...digest.sizes };
    const all = Object.values(sizes).reduce((sum, size) => sum + size, 0);
    const fair = Math.ceil(all / slicesOfPass);
    const wanted = Math.min(mostOfSlice, Math.max(leastOfSlice, fair));
    const keys = noKeys();
    const hashes = noKeys();
    const accounts: [string, Accounts][] = [];
    let [next, count] = [this.next, 0];
    for (; next < bucketCount && count < wanted; next += 1) {
      for (const { kind, key, hash } of digest.entriesOf(next)) {
        count += 1;
        if (kind !== 'accounts') {
          keys[kind].push(key);
          hashes[kind].push(hash);
          continue;
        }
        const own = state.jackpots.get(key)?.accounts;
        if (!own) continue;
        accounts.push([key, { ...own }]);
        keys.accounts.push(...accountNames.map((name) => accountField(key, name)));
      }
    }
    const lists = keys.jackpots.map((id) => listedAwards(state, id));
    while (next < bucketCount && digest.entriesOf(next).length === 0) next += 1;
    const expected = { place, log, sizes, accounts, hashes, lists };
    return { keys, lists: keys.jackpots, expected, next };
  }

  /**
   * Compares a due slice with Redis' answer at the same place of the log.
   * @returns a sentence that names the first difference; undefined if there is none.
   */
  take(slice: Slice, found: StoredEntries): string | undefined {
    const money = this.takeAccounts(slice, found.texts.accounts);
    // A difference is checked once more before it halts the partition.
    const first = money ?? whyOtherEntry(slice, found) ?? whyOtherPlace(slice, found);
    if (first !== undefined) return first;
    this.dueAtMs = performance.now() + sliceEveryMs;
    this.next = slice.next % bucketCount;
    if (this.next === 0) this.wholeAtMs = Date.now();
    return undefined;
  }

  private takeAccounts(
    { expected }: Slice,
    balances: readonly (string | null)[],
  ): string | undefined {
    let first: string | undefined;
    for (const [index, [id, accounts]] of expected.accounts.entries()) {
      const own = balances.slice(index * accountNames.length, (index + 1) * accountNames.length);
      const { found, sentence } = compareBalances(id, accounts, own);
      this.jackpots.set(id, found);
      first ??= sentence;
    }
    return first;
  }
}

function noKeys(): Record<keyof EntryKeys, string[]> {
  return { accounts: [], jackpots: [], tables: [], claims: [], values: [], meters: [] };
}

/** Returns the awards of a jackpot, in the form of its list in Redis. */
function listedAwards({ jackpots }: PartitionState, id: string): string {
  const claims = jackpots.get(id)?.claims;
  if (!claims) return '';
  return byOffset(claims)
    .flatMap((claim) => [claim.id, claim.offset])
    .join('\n');
}

function whyOtherEntry({ keys, lists, expected }: Slice, found: StoredEntries): string | undefined {
  for (const kind of fieldKinds) {
    for (const [index, key] of keys[kind].entries()) {
      const text = found.texts[kind][index] ?? null;
      if (text === null) return `${kind}/${key} is missing in Redis.`;
      if (entryHash(kind, key, text) === expected.hashes[kind][index]) continue;
      return `${kind}/${key} is another in Redis than by the log: ${shortened(text)}`;
    }
  }
  const other = lists.find((_, index) => found.lists[index]?.join('\n') !== expected.lists[index]);
  return other === undefined
    ? undefined
    : `awards:${other} does not list the awards that are remembered.`;
}

/**
 * Returns a difference that no slice covers: entries that no commit has made, and the facts in the
 * position.
 */
function whyOtherPlace({ expected }: Slice, found: StoredEntries): string | undefined {
  const { accounts, ...sizes } = expected.sizes;
  const wanted = { ...sizes, accounts: accounts * accountNames.length };
  for (const [kind, size] of Object.entries(wanted)) {
    const own = found.sizes[kind as keyof EntryKeys];
    if (own !== size) return `${kind} has ${own} fields in Redis and ${size} by the log.`;
  }
  if (StateDigest.placeOf(found) !== expected.place) {
    return 'the keys, the counts of refusals or the newest time are others in Redis than by the log.';
  }
  const { clusterId, partitions } = expected.log;
  const isSame = found.clusterId === clusterId && found.partitions === String(partitions);
  // Before the first commit the position says nothing about the log.
  if (isSame || found.position === 0) return undefined;
  return `the position is of ${found.partitions} partitions of the cluster ${found.clusterId} in Redis, and the log has ${partitions} and is of ${clusterId}.`;
}

const shownOfText = 300;

function shortened(text: string): string {
  return text.length > shownOfText ? `${text.slice(0, shownOfText)} …` : text;
}

function compareBalances(id: string, accounts: Accounts, balances: readonly (string | null)[]) {
  const found: ReadBackJackpot = { differenceMicros: 0, sumMicros: 0 };
  let sentence: string | undefined;
  let sum = 0n;
  for (const [index, account] of accountNames.entries()) {
    const text = balances[index] ?? 'missing';
    const balance = /^-?\d+$/.test(text) ? BigInt(text) : undefined;
    if (text === String(accounts[account])) {
      sum += accounts[account];
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
