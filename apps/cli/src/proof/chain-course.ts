import { exitCodes } from '#contract';
import type { JournalBlock } from '#ledger';
import type { OffsetRange } from '../connections.js';
import { UserError } from '../user-error.js';
import type { ActPlace } from './approval-history.js';
import { ChainPieces, type Piece } from './chain-pieces.js';
import type { ChainPoint, ChainSink } from './chain.js';
import type { Link } from './journal.js';

/**
 * Where the blocks of a chain lie, and what they were made from: what is kept of a chain that is
 * walked, instead of its blocks.
 */
export class ChainCourse implements ChainSink {
  /** What operators did, the oldest first. There are as many as people have signed. */
  readonly acts: JournalBlock[] = [];
  /** The newest block that emptied the ledger: what is folded follows it. */
  rebuild: ChainPoint | undefined;
  /** The lowest offset that the ledger was restored to since; Infinity where it never was. */
  restoredAt = Infinity;
  /** Each act that restored the ledger, the newest first. */
  private readonly restores: Pick<Link, 'block' | 'from'>[] = [];
  private readonly pieces: ChainPieces;
  private readonly ranges: OffsetRange[] = [];
  private readonly places = new ActPlaces();

  constructor(private readonly partition: number) {
    const fix = 'give --from a checkpoint that was written after most of them';
    this.pieces = new ChainPieces(partition, fix);
  }

  onLink(link: Link, place: number): void {
    this.places.add(link);
    if (link.recovery) this.acts.unshift(link.recovery);
    if (this.rebuild) return;
    if (link.recovery?.recovery?.act === 'rebuild') {
      this.rebuild = { position: 0, head: link.hash, block: link.block };
      return;
    }
    if (link.recovery?.recovery?.act === 'restore') {
      this.addRestore(link);
      return;
    }
    this.pieces.add(link, place);
    if (!link.recovery && !this.isUndone(link)) this.addToRanges(link);
  }

  /** Whether a later act has restored the ledger to an offset before this block. */
  isUndone({ block, from }: Pick<Link, 'block' | 'from'>): boolean {
    return this.restores.some((act) => act.block > block && act.from <= from);
  }

  /** The pieces of the chain after the last rebuild, the oldest first. */
  get oldestFirst(): readonly Piece[] {
    return this.pieces.oldestFirst;
  }

  /** The stretches of the log that these were made from; skipped offsets are not in the log. */
  get stretches(): readonly OffsetRange[] {
    return this.ranges.toReversed();
  }

  private badRestore(block: number): UserError {
    return new UserError(
      `Journal of partition ${this.partition}: the ledger was restored to offset ${this.restoredAt}, which is within block ${block}, so no checkpoint was made there.`,
      exitCodes.differs,
    );
  }

  /** The acts with their places. @param start what the chain begins after. */
  actPlaces(start: Omit<ActPlace, 'act'>): readonly ActPlace[] {
    return this.places.end(start);
  }

  /** It stands in a piece of its own: within a piece the events only grow. */
  private addRestore(link: Link): void {
    this.restores.push(link);
    this.restoredAt = Math.min(this.restoredAt, link.from);
    this.pieces.addAlone(link);
  }

  private addToRanges({ block, from, to }: Link): void {
    if (to >= this.restoredAt) throw this.badRestore(block);
    const last = this.ranges.at(-1);
    if (last?.from === to + 1) this.ranges.pop();
    this.ranges.push({ from, to: last?.from === to + 1 ? last.to : to + 1 });
  }
}

/** Finds what the ledger had applied before each act of a chain that comes the newest first. */
export class ActPlaces {
  /** The newest first. */
  private readonly found: ActPlace[] = [];
  /** Acts that follow each other, of which the commit before them has not come. */
  private waiting: JournalBlock[] = [];

  add({ recovery, to, at }: Link): void {
    if (recovery) this.waiting.push(recovery);
    else this.settle({ position: to + 1, newestMs: Date.parse(at) });
  }

  /** @param start what the chain begins after. */
  end(start: Omit<ActPlace, 'act'>): readonly ActPlace[] {
    this.settle(start);
    return this.found.toReversed();
  }

  private settle({ position, newestMs }: Omit<ActPlace, 'act'>): void {
    for (const [index, act] of this.waiting.entries()) {
      const before = this.waiting[index + 1];
      this.found.push({ act, position: before ? before.to + 1 : position, newestMs });
    }
    this.waiting = [];
  }
}
