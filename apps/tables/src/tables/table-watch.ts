import type { Echo } from '#contract';
import { refusalSaid, tableChanges } from './changes.js';
import type { Standing, StreamEvent } from './standing.js';

/**
 * Takes a message about a table.
 * @param id the sequence that the message reaches.
 * @param position offset after the commit that it follows from; undefined for none
 */
export type Listener = (said: StreamEvent, id: string, position: number | undefined) => void;

/** Follows one table of a jackpot for all streams that show it. */
export class TableWatch {
  private standing: Standing | undefined;
  private readonly listeners = new Set<Listener>();
  private uses = 0;
  private looking: Promise<void> | undefined;
  private isStale = false;
  /** Awards of the table that are new, or have changed, since it was read. */
  private readonly awards = new Set<string>();
  /**
   * True if a message may have been missed: nothing more is sent before the table has been read
   * again.
   */
  private isBehind = false;
  private sequenceSaid: string | null = null;
  private poolVersionSaid = 0;

  /**
   * @param read reads the present table, with the awards of these ids in addition to the waiting
   * ones.
   */
  constructor(private readonly read: (claims: readonly string[]) => Promise<Standing>) {}

  get isUnused(): boolean {
    return this.uses === 0;
  }

  /**
   * Follows the table from now on, until `leave` is called.
   * @returns its state; the listener gets the later messages.
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
   * Sends a commit's refusals of the table's records, then the sequence that is now judged.
   * @param sequence the table's newest; undefined if the commit has not changed the table
   */
  echo(
    refused: readonly NonNullable<Echo['refused']>[number][],
    sequence: string | undefined,
    position: number,
  ): void {
    if (this.isBehind) return this.changed();
    for (const each of refused) this.say(refusalSaid(each, each.offset), position);
    // A listener that joins during a read learns of this echo from its state alone.
    if (sequence === undefined) return this.looking && this.changed();
    this.sayApplied(sequence, position);
    this.changed();
  }

  /** Notes an award of the table that was made or has changed; `changed` reads it. */
  made(award: string): void {
    this.awards.add(award);
  }

  /** Notes that the ledger may have something new. */
  changed(): void {
    this.look().catch(() => (this.isBehind = true));
  }

  /** Echoes were lost: reads the table and sends its state. If that fails, a pulse tries again. */
  missed(): void {
    this.isBehind = true;
    this.catchUp().catch(() => undefined);
  }

  private async catchUp(): Promise<void> {
    // An echo during the read causes another read, so nothing is missed in between.
    await this.look();
    if (!this.isBehind) return;
    this.isBehind = false;
    const standing = this.standing as Standing;
    const before = this.sequenceSaid;
    this.sequenceSaid = standing.sequence;
    this.say({ name: 'state', data: standing }, standing.position);
    for (const each of refusedSince(before, standing)) {
      this.say(refusalSaid(each, null), standing.position);
    }
  }

  /** Takes the pulse of each second. */
  pulse({ asOf, ageMs, fault }: Pick<Standing, 'asOf' | 'ageMs' | 'fault'>): void {
    if (!this.standing) return;
    if (this.isBehind) return this.missed();
    const { pool } = this.standing;
    this.say({ name: 'pulse', data: { sequence: this.sequenceSaid, asOf, ageMs, fault } });
    if (pool.version <= this.poolVersionSaid) return;
    this.poolVersionSaid = pool.version;
    this.say({ name: 'pool', data: pool });
  }

  /** Notes the newest value of the pool, which is sent with the next pulse. */
  pool(value: number, version: number): void {
    if (!this.standing || version <= this.standing.pool.version) return;
    this.standing = { ...this.standing, pool: { value, version } };
  }

  private sayApplied(sequence: string, position: number): void {
    this.sequenceSaid = sequence;
    this.say({ name: 'applied', data: { sequence, position } }, position);
  }

  private say(said: StreamEvent, position?: number): void {
    for (const listener of this.listeners) listener(said, this.sequenceSaid ?? '0', position);
  }

  /** Runs one read at a time; changes meanwhile cause another read. */
  private look(): Promise<void> {
    this.isStale = true;
    this.looking ??= this.lookUntilFresh().finally(() => (this.looking = undefined));
    return this.looking;
  }

  private async lookUntilFresh(): Promise<void> {
    while (this.isStale) {
      this.isStale = false;
      const before = this.standing;
      const awards = new Set([...(before?.claims.map(({ id }) => id) ?? []), ...this.awards]);
      const after = await this.read([...awards]);
      for (const award of awards) this.awards.delete(award);
      const newest = before && before.pool.version > after.pool.version ? before.pool : after.pool;
      this.standing = { ...after, pool: newest, claims: shownClaims(after) };
      if (!before) this.sequenceSaid = after.sequence;
      else for (const said of tableChanges(before, after)) this.say(said);
    }
  }
}

/** Returns the refusals after a sequence, from a table's ledger. */
export function refusedSince(sequence: string | null, { refused }: Standing): Standing['refused'] {
  return refused.filter((each) => BigInt(each.sequence) > BigInt(sequence ?? '-1'));
}

/** Returns the awards that wait for people, and the table's last. */
function shownClaims({ claims, lastAward }: Standing): Standing['claims'] {
  return claims.filter(({ id, states }) => {
    const waits = states.some(({ state }) => state === 'locked' || state === 'verified');
    return waits || id === lastAward;
  });
}
