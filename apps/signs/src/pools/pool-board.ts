import { valueSchema, type AwardMessage, type ShownValue, type ValueMessage } from '#contract';
import { LedgerUnavailable, type Freshness, PulseBoard } from '#engine';
import { NotFoundException } from '@nestjs/common';
import { unknownHits, winsLacking } from './award-hits.js';
import { SignFrame, pulseText, shownValue } from './frame.js';
import { HitMemory, hitVersion, type ValueHit } from './hit-memory.js';

/** Sends at most ten values a second of a pool to the signs; a hit goes at once. */
const leastPaceMs = 100;

/** A value that waits until the pool's next turn. */
interface Turn {
  readonly timer: NodeJS.Timeout;
  frame: SignFrame | undefined;
}

/**
 * The newest value of each pool, and the hits of the last minutes. An older version never replaces
 * a newer one (M5); a hit that comes late goes out with the newest value.
 */
export class PoolBoard {
  private readonly newest = new Map<string, SignFrame>();
  private readonly hits = new HitMemory();
  /** Wins that the newest value of a pool names without their hits, with the award's offset. */
  private readonly lacking = new Map<string, ReadonlyMap<string, number>>();
  /** Those of them whose hits the stored awards did not give. */
  private readonly sought = new Map<string, ReadonlySet<string>>();
  private readonly turns = new Map<string, Turn>();
  private readonly listeners = new Set<(frame: SignFrame) => void>();
  private readonly watchers = new Set<(message: ValueMessage) => void>();
  private readonly filling = Promise.withResolvers<void>();
  private hasAll = false;
  /** The frame that is being sent, until it is written to a sign. */
  private arriving: SignFrame | undefined;

  constructor(
    private readonly pulses = new PulseBoard(),
    private readonly paceMs = leastPaceMs,
  ) {}

  /**
   * @param mayTake returns whether a value can be right; one that cannot is left out.
   * @throws Error if the text is not a value message.
   */
  post(text: string, mayTake: (message: ValueMessage) => boolean = () => true): void {
    const message = valueSchema.parse(JSON.parse(text));
    if (!mayTake(message)) return;
    const { jackpot, version, hit } = message;
    const known = this.newest.get(jackpot);
    const isNewer = !known || version > known.message.version;
    const newest = isNewer ? this.frameOf({ ...message, hit: null }) : known;
    this.newest.set(jackpot, newest);
    const isNewHit = hit !== null && this.hits.add(jackpot, hit);
    this.findLacking(newest.message);
    if (isNewer) for (const watcher of this.watchers) watcher(newest.message);
    if (isNewHit) this.send(this.withHit(newest, hit));
    else if (isNewer) this.sendInTurn(newest);
  }

  has(jackpot: string): boolean {
    return this.newest.has(jackpot);
  }

  /**
   * Takes awards of a jackpot whose frames may have been lost, oldest first.
   * @param sought the wins that lacked their hits before the awards were read: those without a hit
   *   in the awards are no longer waited for
   */
  postAwards(jackpot: string, awards: readonly AwardMessage[], sought: readonly string[]): void {
    const newest = this.newest.get(jackpot);
    if (!newest) return;
    const found = awards.flatMap((award) =>
      unknownHits(award, this.hits.ofAward(jackpot, award.id)),
    );
    const inOrder = found.toSorted((one, other) => one.hit.offset - other.hit.offset);
    const added = inOrder.filter(({ hit, at }) =>
      this.hits.add(jackpot, hit, Math.max(0, Date.now() - Date.parse(at))),
    );
    this.sought.set(jackpot, new Set(sought));
    this.findLacking(newest.message);
    for (const { hit } of added) this.send(this.withHit(newest, hit));
  }

  /** Jackpots that have had an award. */
  withAwards(): string[] {
    return [...this.newest].flatMap(
      ([
        jackpot,
        {
          message: { last, pending },
        },
      ]) => (last || pending.length > 0 ? [jackpot] : []),
    );
  }

  /** Jackpots whose newest value names a win that came without its hit. */
  withoutHit(): string[] {
    return [...this.lacking.keys()].filter((jackpot) => this.lackingOf(jackpot).length > 0);
  }

  /** Every win that the newest value of a jackpot names and whose hit is not known, by its key. */
  winsWithoutHit(jackpot: string): string[] {
    return [...(this.lacking.get(jackpot)?.keys() ?? [])];
  }

  /** Returns true once for each frame: when the first sign is sent it, at once when it comes. */
  isFirstSent(frame: SignFrame): boolean {
    const isFirst = this.arriving === frame;
    if (isFirst) this.arriving = undefined;
    return isFirst;
  }

  /**
   * @throws NotFoundException that names a jackpot that does not exist.
   * @throws LedgerUnavailable before the first values are here.
   */
  assertKnown(jackpots: ReadonlySet<string> | undefined): void {
    const unknown = [...(jackpots ?? [])].find((id) => !this.newest.has(id));
    if (unknown === undefined) return;
    if (!this.hasAll) throw new LedgerUnavailable('The values of the ledger are not here yet.');
    throw new NotFoundException(
      unknown === ''
        ? 'jackpot= is empty: name a jackpot, or leave it out for all.'
        : `There is no jackpot ${unknown}.`,
    );
  }

  /** Notes that every pool of the ledger is here, with the earlier hits. */
  filled(): void {
    this.hasAll = true;
    this.filling.resolve();
  }

  async whenFilled(): Promise<void> {
    await this.filling.promise;
  }

  get isFilled(): boolean {
    return this.hasAll;
  }

  /** The newest frames of the given jackpots, or of all; unknown ones are left out. */
  snapshot(jackpots: ReadonlySet<string> | undefined): SignFrame[] {
    if (!jackpots) return [...this.newest.values()];
    return [...jackpots].flatMap((id) => this.newest.get(id) ?? []);
  }

  /**
   * Returns the same values for a single request, all of them by id: so gateways give the same
   * answer.
   */
  shown(jackpots: ReadonlySet<string> | undefined): ShownValue[] {
    const wanted = jackpots ?? new Set([...this.newest.keys()].toSorted());
    return this.snapshot(wanted).map(({ message }) =>
      shownValue(message, this.pulses.of(message.jackpot)),
    );
  }

  /**
   * Returns a pulse's text for each of the given jackpots, or of all, as JSON; leaves out unknown
   * ones.
   */
  pulse(jackpots: ReadonlySet<string> | undefined): string {
    const pools = this.snapshot(jackpots).map(({ message }) =>
      pulseText(message, this.pulses.of(message.jackpot)),
    );
    return `{"pools":[${pools.join(',')}]}`;
  }

  /** The hits of a jackpot after a version, oldest first, each with the newest value. */
  hitsAfter(jackpot: string, version: number): SignFrame[] {
    const newest = this.newest.get(jackpot);
    if (!newest) return [];
    const missed = this.hits.after(jackpot, version);
    return missed.map((hit) => this.withHit(newest, hit));
  }

  /** @returns a function that removes the listener. */
  listen(listener: (frame: SignFrame) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Reports each newer value, even one that another replaces before it is sent. */
  watch(watcher: (message: ValueMessage) => void): void {
    this.watchers.add(watcher);
  }

  close(): void {
    for (const { timer } of this.turns.values()) clearTimeout(timer);
    this.turns.clear();
  }

  private frameOf(message: ValueMessage): SignFrame {
    const freshness = (): Freshness => this.pulses.of(message.jackpot);
    return new SignFrame(message, freshness, () => this.versionHeld(message));
  }

  private versionHeld({ jackpot, version, hit }: ValueMessage): number {
    if (hit) return hitVersion(hit);
    // The frame of a hit was lost, and the hit is still to come: it is not older than its award.
    return Math.min(version, ...this.lackingOf(jackpot));
  }

  private findLacking(message: ValueMessage): void {
    const { jackpot } = message;
    const lacking = winsLacking(message, (award) => this.hits.ofAward(jackpot, award));
    if (lacking.size > 0) this.lacking.set(jackpot, lacking);
    else this.lacking.delete(jackpot);
  }

  /** The offsets of the awards whose hits are still to come. */
  private lackingOf(jackpot: string): number[] {
    const sought = this.sought.get(jackpot);
    const lacking = [...(this.lacking.get(jackpot) ?? [])];
    return lacking.flatMap(([key, offset]) => (sought?.has(key) ? [] : [offset]));
  }

  private withHit({ message }: SignFrame, hit: ValueHit): SignFrame {
    return this.frameOf({ ...message, hit });
  }

  private sendInTurn(frame: SignFrame): void {
    const turn = this.turns.get(frame.message.jackpot);
    if (turn) turn.frame = frame;
    else this.send(frame);
  }

  private send(frame: SignFrame): void {
    const { jackpot } = frame.message;
    clearTimeout(this.turns.get(jackpot)?.timer);
    this.turns.delete(jackpot);
    if (this.paceMs > 0) {
      const timer = setTimeout(() => this.nextTurn(jackpot), this.paceMs);
      this.turns.set(jackpot, { timer, frame: undefined });
    }
    this.arriving = frame;
    for (const listener of this.listeners) listener(frame);
    this.arriving = undefined;
  }

  private nextTurn(jackpot: string): void {
    const frame = this.turns.get(jackpot)?.frame;
    this.turns.delete(jackpot);
    if (frame) this.send(frame);
  }
}
