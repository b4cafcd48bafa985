import { homePartition, UserError } from '#contract';
import { readState, whyNewerEdition } from '#engine';
import type { LedgerSnapshot } from '#ledger';
import { pageOf, type HaltReason } from '#log';
import { parseAuthority, type Authority, type Jackpot, type PartitionState } from '#pools';
import { provenSnapshot, type LiveLedger } from '#proof';
import { visible } from './visible.js';

/**
 * The door: every value that a person acts on is read here, and only if the journal proves it.
 * @throws UserError from every read, if Redis holds something else (`provenSnapshot`).
 */

/** A partition of the ledger at one moment. */
class PartitionReading {
  private known: PartitionState | undefined;

  private constructor(
    readonly partition: number,
    /** Number of partitions. */
    readonly partitions: number,
    readonly snapshot: LedgerSnapshot,
  ) {}

  static async read(live: LiveLedger, partition: number): Promise<PartitionReading> {
    const partitions = (await live.partitions()).length;
    return new PartitionReading(partition, partitions, await provenSnapshot(live, partition));
  }

  /** Works even for a partition that is otherwise unreadable. */
  get authority(): Authority {
    return parseAuthority(this.snapshot.authority);
  }

  /** The state; do not change it. @throws UserError like `copy`. */
  get now(): PartitionState {
    return (this.known ??= this.copy());
  }

  /** @throws UserError if the ledger cannot be read, or does not balance. */
  copy(): PartitionState {
    const state = readState(this.snapshot);
    if ('outcome' in state) throw this.halted(state.reason);
    return state;
  }

  /** @throws UserError if it is halted, so that a command would wait. */
  assertGoesOn(): void {
    const halted = this.snapshot.halted ?? whyNewerEdition(this.snapshot);
    if (halted) throw this.halted(halted.reason as HaltReason);
  }

  private halted(reason: HaltReason): UserError {
    return new UserError(
      `Nothing was sent: partition ${this.partition} is halted (${reason}). See ${pageOf(reason)}.`,
    );
  }
}

/** The home partition of a jackpot, in the ledger at one moment. */
export class Home {
  private constructor(
    readonly id: string,
    private readonly read: PartitionReading,
  ) {}

  /** @param id of a jackpot, which need not exist yet. */
  static async find(live: LiveLedger, id: string): Promise<Home> {
    const home = homePartition(id, (await live.partitions()).length);
    return new Home(id, await PartitionReading.read(live, home));
  }

  /** @throws UserError if the jackpot does not exist; it names the existing ones. */
  static async open(live: LiveLedger, id: string): Promise<Home> {
    const home = await Home.find(live, id);
    if (home.now.jackpots.has(id)) return home;
    const ids = (await Home.all(live)).map((each) => each.id);
    throw new UserError(`There is no jackpot ${id}. ${thereAre(ids, 'jackpot')}`);
  }

  /** The homes of all jackpots, by id. */
  static async all(live: LiveLedger): Promise<Home[]> {
    const homes: Home[] = [];
    for (const partition of await live.partitions()) {
      const read = await PartitionReading.read(live, partition);
      for (const id of read.now.jackpots.keys()) homes.push(new Home(id, read));
    }
    return homes.sort((one, other) => (one.id < other.id ? -1 : 1));
  }

  get partition(): number {
    return this.read.partition;
  }

  /** Number of partitions. */
  get partitions(): number {
    return this.read.partitions;
  }

  /** The lowest offset that the next command can get. */
  get position(): number {
    return this.read.snapshot.position;
  }

  /** The partition's state; do not change it. @throws UserError like `copy`. */
  get now(): PartitionState {
    return this.read.now;
  }

  /** The current jackpot; do not change it. @throws Error if `open` has not found it. */
  get jackpot(): Jackpot {
    const jackpot = this.now.jackpots.get(this.id);
    if (!jackpot) throw new Error(`there is no jackpot ${this.id}`);
    return jackpot;
  }

  /**
   * A copy of the partition's state, which the caller may change.
   * @throws UserError if the ledger cannot be read, or does not balance.
   */
  copy(): PartitionState {
    return this.read.copy();
  }

  /** @throws UserError if the partition is halted, so that a command would wait. */
  assertGoesOn(): void {
    this.read.assertGoesOn();
  }
}

/** The keys of each partition, in order. */
export async function authoritiesOf(live: LiveLedger): Promise<Authority[]> {
  return (await timedAuthorities(live)).map(({ authority }) => authority);
}

/** The keys of the first partition: a set of keys goes to all of them. */
export async function authorityOfLedger(live: LiveLedger): Promise<Authority> {
  return (await PartitionReading.read(live, 0)).authority;
}

/** The keys of some partitions, with the Kafka time of the last record of each, epoch ms. */
export async function timedAuthorities(
  live: LiveLedger,
  partitions?: readonly number[],
): Promise<{ authority: Authority; newestMs: number }[]> {
  const all = partitions ?? (await live.partitions());
  const found: { authority: Authority; newestMs: number }[] = [];
  // Sequential: a partition may have many tables.
  for (const each of all) {
    const { authority, snapshot } = await PartitionReading.read(live, each);
    found.push({ authority, newestMs: snapshot.newestMs });
  }
  return found;
}

const namesShown = 10;

/** Lists existing names as a sentence, only some of them if there are many. */
export function thereAre(names: readonly string[], what: string): string {
  if (names.length === 0) return `There is no ${what} at all.`;
  const shown = visible(names.slice(0, namesShown).join(', '));
  const more = names.length - namesShown;
  return `There ${names.length === 1 ? 'is' : 'are'} ${shown}${more > 0 ? ` and ${more} more` : ''}.`;
}
