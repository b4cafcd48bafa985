import { tableChanges } from './changes.js';
import type { Standing, StreamEvent } from './standing.js';

/** Takes what is said of a table. */
export type Listener = (said: StreamEvent, id: string) => void;

/** Follows one table of a jackpot for all streams that show it. */
export class TableWatch {
  private standing: Standing | undefined;
  private readonly listeners = new Set<Listener>();
  private looking: Promise<void> | undefined;
  private uses = 0;
  private isStale = false;
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

  /** The ledger may have something new. An answer that does not come is asked for again. */
  changed(): void {
    this.look().catch(() => undefined);
  }

  /** Said of a record that names this table and has left nothing in its ledger. */
  say(said: StreamEvent): void {
    for (const listener of this.listeners) listener(said, this.standing?.sequence ?? '0');
  }

  /** Once a second. */
  pulse({ asOf, ageMs, fault }: Pick<Standing, 'asOf' | 'ageMs' | 'fault'>): void {
    if (!this.standing) return;
    const { sequence, pool } = this.standing;
    this.say({ name: 'pulse', data: { sequence, asOf, ageMs, fault } });
    if (pool.version <= this.poolVersionSaid) return;
    this.poolVersionSaid = pool.version;
    this.say({ name: 'pool', data: pool });
  }

  /** The newest value of the pool, which is said with the next pulse. */
  pool(value: number, version: number): void {
    if (!this.standing || version <= this.standing.pool.version) return;
    this.standing = { ...this.standing, pool: { value, version } };
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
      this.standing = { ...after, claims: after.claims.filter(waits) };
      if (before) for (const said of tableChanges(before, after)) this.say(said);
    }
  }
}

/** Whether people have to do something with an award still. */
function waits({ states }: Standing['claims'][number]): boolean {
  return states.some(({ state }) => state === 'locked' || state === 'verified');
}
