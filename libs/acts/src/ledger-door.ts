import { homePartition, UserError } from '#contract';
import { LedgerReader, readState, whyNewerEdition } from '#engine';
import type { LedgerSnapshot } from '#ledger';
import { pageOf, type HaltReason } from '#log';
import { parseAuthority, type Authority, type Jackpot, type PartitionState } from '#pools';
import type { LiveLedger } from '#proof';
import { visible } from './visible.js';

/** The door: every reading that a person acts on comes in here, so one check covers them all. */

/** The home partition of a jackpot, as the ledger has it at one moment. */
export class Home {
  private known: PartitionState | undefined;

  private constructor(
    /** Of the jackpot. */
    readonly id: string,
    readonly partition: number,
    /** How many there are. */
    readonly partitions: number,
    private readonly snapshot: LedgerSnapshot,
  ) {}

  /** @param id of a jackpot, which need not be there yet. */
  static async find(live: LiveLedger, id: string): Promise<Home> {
    const partitions = (await live.partitions()).length;
    const partition = homePartition(id, partitions);
    return new Home(id, partition, partitions, await live.snapshot(partition));
  }

  /**
   * @throws UserError when there is no such jackpot; it names those that are. LedgerUnavailable
   * before a service has opened the ledger.
   */
  static async open(live: LiveLedger, id: string): Promise<Home> {
    await new LedgerReader(live.ledger).countPartitions();
    const home = await Home.find(live, id);
    if (home.now.jackpots.has(id)) return home;
    throw await noJackpot(live, id);
  }

  /** The offset that the next command gets at the earliest. */
  get position(): number {
    return this.snapshot.position;
  }

  /** The partition's state. Do not change it. @throws UserError as `copy`. */
  get now(): PartitionState {
    return (this.known ??= this.copy());
  }

  /** The jackpot as it is. It must not be changed. @throws Error where `open` has not found it. */
  get jackpot(): Jackpot {
    const jackpot = this.now.jackpots.get(this.id);
    if (!jackpot) throw new Error(`there is no jackpot ${this.id}`);
    return jackpot;
  }

  /**
   * A copy of the partition's state, which the caller may change.
   * @throws UserError when the ledger cannot be read, or does not add up.
   */
  copy(): PartitionState {
    const state = readState(this.snapshot);
    if ('outcome' in state) throw this.halted(state.reason);
    return state;
  }

  /** @throws UserError when the partition is halted, so that a command would wait. */
  assertGoesOn(): void {
    const halted = this.snapshot.halted ?? whyNewerEdition(this.snapshot);
    if (halted) throw this.halted(halted.reason as HaltReason);
  }

  private halted(reason: HaltReason): UserError {
    return new UserError(
      `Nothing was sent: partition ${this.partition}, the home of ${this.id}, is halted (${reason}). See ${pageOf(reason)}.`,
    );
  }
}

/** The keys of each partition, in order. */
export async function authoritiesOf(
  live: LiveLedger,
  partitions?: readonly number[],
): Promise<Authority[]> {
  const all = partitions ?? (await live.partitions());
  const texts = await Promise.all(all.map((each) => live.ledger.readAuthority(each)));
  return texts.map(parseAuthority);
}

/** The error for a jackpot that is not there; it names those that are. */
export async function noJackpot({ ledger }: LiveLedger, id: string): Promise<UserError> {
  const { readings } = await new LedgerReader(ledger).readJackpots();
  const ids = readings.map(({ jackpot }) => jackpot.id);
  return new UserError(`There is no jackpot ${id}. ${thereAre(ids, 'jackpot')}`);
}

const namesShown = 10;

/** What there is, as a sentence, at most some of it by name. */
export function thereAre(names: readonly string[], what: string): string {
  if (names.length === 0) return `There is no ${what} at all.`;
  const shown = visible(names.slice(0, namesShown).join(', '));
  const more = names.length - namesShown;
  return `There ${names.length === 1 ? 'is' : 'are'} ${shown}${more > 0 ? ` and ${more} more` : ''}.`;
}
