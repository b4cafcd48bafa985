import { homePartition, UserError } from '#contract';
import { LedgerReader, readState, whyNewerEdition } from '#engine';
import type { LedgerSnapshot } from '#ledger';
import { pageOf, type HaltReason } from '#log';
import { parseAuthority, type Authority, type Jackpot, type PartitionState } from '#pools';
import type { LiveLedger } from '#proof';
import { visible } from './visible.js';

/**
 * The door: what people act on comes in here and nowhere else, so that a proof of it has one place.
 */

/** The home partition of a jackpot, as the ledger has it at one moment. */
export class Home {
  private constructor(
    /** Of the jackpot. */
    readonly id: string,
    readonly partition: number,
    /** How many there are. */
    readonly partitions: number,
    private readonly snapshot: LedgerSnapshot,
  ) {}

  /**
   * @param id of a jackpot, which need not be there yet.
   * @throws UserError when the partition is halted, so that a command would wait.
   */
  static async find(live: LiveLedger, id: string): Promise<Home> {
    const partitions = (await live.partitions()).length;
    const partition = homePartition(id, partitions);
    const home = new Home(id, partition, partitions, await live.snapshot(partition));
    home.assertGoesOn();
    return home;
  }

  /** @throws UserError as `find`, and when there is no such jackpot; it names those that are. */
  static async open(live: LiveLedger, id: string): Promise<Home> {
    const home = await Home.find(live, id);
    if (home.state().jackpots.has(id)) return home;
    throw await noJackpot(live, id);
  }

  /** The offset that the next command gets at the earliest. */
  get position(): number {
    return this.snapshot.position;
  }

  /** What the partition holds. Each call gives another copy, which may be changed. */
  state(): PartitionState {
    const state = readState(this.snapshot);
    if (!('outcome' in state)) return state;
    throw new UserError(`Partition ${this.partition}: ${state.detail}`);
  }

  /** A copy of the jackpot. @throws Error where it is not there: `open` has looked. */
  jackpot(): Jackpot {
    const jackpot = this.state().jackpots.get(this.id);
    if (!jackpot) throw new Error(`there is no jackpot ${this.id}`);
    return jackpot;
  }

  private assertGoesOn(): void {
    const { partition, id, snapshot } = this;
    const state = readState(snapshot);
    const unfit = whyNewerEdition(snapshot) ?? ('outcome' in state ? state : undefined);
    const halted = snapshot.halted ?? unfit;
    if (!halted) return;
    throw new UserError(
      `Nothing was sent: partition ${partition}, the home of ${id}, is halted (${halted.reason}). See ${pageOf(halted.reason as HaltReason)}.`,
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

/** A sentence that names the jackpots that there are. */
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
