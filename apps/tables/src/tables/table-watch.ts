import type { Echo } from '#contract';
import { refusalSaid, tableChanges } from './changes.js';
import type { Standing, StreamEvent } from './standing.js';

/**
 * Takes what is said of a table.
 * @param id the sequence up to which is spoken.
 * @param position offset after the commit that it follows from; undefined for none
 */
export type Listener = (said: StreamEvent, id: string, position: number | undefined) => void;

/** Follows one table of a jackpot for all streams that show it. */
export class TableWatch {
  private standing: Standing | undefined;
  /** What the ledger had at the refresh before: by the next its echoes have come, or are lost. */
  private overdue: Standing | undefined;
  private readonly listeners = new Set<Listener>();
  private uses = 0;
  private looking: Promise<void> | undefined;
  private isStale = false;
  private sequenceSaid: string | null = null;
  private poolVersionSaid = 0;

  /** @param read the table now, with the awards of these ids beside those that wait. */
  constructor(private readonly read: (claims: readonly string[]) => Promise<Standing>) {}

  get isUnused(): boolean {
    return this.uses === 0;
  }

  /**
   * Follows the table from now on, until `leave` is called.
   * @returns its state; what comes after it is said to the listener.
   * @throws LedgerUnavailable
   */
  async listen(listener: Listener): Promise<Standing> {
    this.uses += 1;
    try {
      await this.look();
    } catch (error) {
      this.uses -= 1;
      throw error;
    }
    this.listeners.add(listener);
    return this.standing as Standing;
  }

  leave(listener: Listener): void {
    if (this.listeners.delete(listener)) this.uses -= 1;
  }

  /**
   * Says what a commit has refused of the table's records, then up to where they are judged.
   * @param sequence the table's newest; undefined where the commit has not changed the table
   */
  echo(
    refused: readonly NonNullable<Echo['refused']>[number][],
    sequence: string | undefined,
    position: number,
  ): void {
    for (const each of refused) {
      // Where its sequence was used up, that is its name; else its record has to be.
      this.say(refusalSaid(each, each.sequence === null ? each.offset : null), position);
    }
    if (sequence === undefined) return;
    this.sayApplied(sequence, position);
    this.changed();
  }

  /** The ledger may have something new. An answer that does not come is asked for again. */
  changed(): void {
    this.look().catch(() => undefined);
  }

  /** Every few seconds, after all echoes that were published before: one may have been lost. */
  async refresh(): Promise<void> {
    const { overdue, sequenceSaid } = this;
    if (overdue?.sequence && BigInt(overdue.sequence) > BigInt(sequenceSaid ?? '-1')) {
      const missed = overdue.refused.filter(
        ({ sequence }) => BigInt(sequence) > BigInt(sequenceSaid ?? '-1'),
      );
      for (const each of missed) this.say(refusalSaid(each, null), overdue.position);
      this.sayApplied(overdue.sequence, overdue.position);
    }
    this.overdue = undefined;
    await this.look();
    this.overdue = this.standing;
  }

  /** Once a second. */
  pulse({ asOf, ageMs, fault }: Pick<Standing, 'asOf' | 'ageMs' | 'fault'>): void {
    if (!this.standing) return;
    const { pool } = this.standing;
    this.say({ name: 'pulse', data: { sequence: this.sequenceSaid, asOf, ageMs, fault } });
    if (pool.version <= this.poolVersionSaid) return;
    this.poolVersionSaid = pool.version;
    this.say({ name: 'pool', data: pool });
  }

  /** The newest value of the pool, which is said with the next pulse. */
  pool(value: number, version: number): void {
    if (!this.standing || version <= this.standing.pool.version) return;
    this.standing = { ...this.standing, pool: { value, version } };
  }

  private sayApplied(sequence: string, position: number): void {
    this.sequenceSaid = sequence;
    this.say({ name: 'applied', data: { sequence } }, position);
  }

  private say(said: StreamEvent, position?: number): void {
    for (const listener of this.listeners) listener(said, this.sequenceSaid ?? '0', position);
  }

  /** One read at a time; what changes meanwhile is read again. */
  private look(): Promise<void> {
    this.isStale = true;
    this.looking ??= this.lookUntilFresh().finally(() => (this.looking = undefined));
    return this.looking;
  }

  private async lookUntilFresh(): Promise<void> {
    while (this.isStale) {
      this.isStale = false;
      const before = this.standing;
      const after = await this.read(before?.claims.map(({ id }) => id) ?? []);
      const newest = before && before.pool.version > after.pool.version ? before.pool : after.pool;
      this.standing = { ...after, pool: newest, claims: after.claims.filter(waits) };
      if (!before) this.sequenceSaid = after.sequence;
      else for (const said of tableChanges(before, after)) this.say(said);
    }
  }
}

/** Whether people have to do something with an award still. */
function waits({ states }: Standing['claims'][number]): boolean {
  return states.some(({ state }) => state === 'locked' || state === 'verified');
}
