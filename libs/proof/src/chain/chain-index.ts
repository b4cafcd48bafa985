import { exitCodes, UserError } from '#contract/exit-codes';
import type { JournalBlock } from '#ledger';
import type { OffsetRange } from '../source/live-ledger.js';
import { ChainPieces, type TopicPiece } from './chain-pieces.js';
import type { ChainSink } from './chain-walk.js';
import type { Link } from './link.js';
import { backActOf, emptiesLedger, undoneBy, type BackAct } from './undone.js';

/**
 * Where the blocks of a chain lie, which of them count, and what they were made from: what is kept
 * of a chain that is walked, in place of its blocks. It may end before the ledger's head.
 */
export class ChainIndex implements ChainSink {
  /** What operators did, the oldest first, also after `end`. There are as many as people signed. */
  readonly acts: JournalBlock[] = [];
  /** Those of them after which the ledger went back, the newest first. */
  readonly backActs: BackAct[] = [];
  /** Those up to `end`; `leftBy` finds a later one that goes back to before `end`. */
  private readonly ownBackActs: BackAct[] = [];
  /** The last block of the index, once it has come. */
  end: Link | undefined;
  private readonly pieces: ChainPieces;
  private readonly ranges: OffsetRange[] = [];
  private readonly undoneRanges: [number, number][] = [];

  /**
   * @param until hash of the last block that is wanted
   * @param fix what helps where the blocks lie in too many pieces, as the end of a sentence
   */
  constructor(
    private readonly partition: number,
    private readonly until: string,
    fix = 'give --from a checkpoint that was written after most of them',
  ) {
    this.pieces = new ChainPieces(partition, fix);
  }

  /** @throws UserError for a restore to an offset at which no block ends, and for many pieces. */
  onLink(link: Link, place: number): void {
    if (link.hash === this.until) this.end = link;
    if (link.recovery) this.acts.unshift(link.recovery);
    const backAct = link.recovery && backActOf(link.recovery);
    if (backAct) this.backActs.push(backAct);
    if (!this.end) return;
    if (backAct) this.ownBackActs.push(backAct);
    this.pieces.add(link, place);
    if (this.isUndone(link)) this.addUndone(link.block);
    else if (!link.recovery) this.addToRanges(link);
  }

  isUndone(block: Pick<JournalBlock, 'block' | 'from'>): boolean {
    return undoneBy(block, this.ownBackActs) !== undefined;
  }

  /** The act with which the ledger began empty; undefined where its first block counts. */
  get restart(): BackAct | undefined {
    return this.ownBackActs.find((act) => emptiesLedger(act) && !this.isUndone(act));
  }

  /** The oldest first. */
  get oldestFirst(): readonly TopicPiece[] {
    return this.pieces.oldestFirst;
  }

  /** First and last number of the blocks that were undone, the oldest first. */
  get undone(): readonly (readonly [number, number])[] {
    return this.undoneRanges.toReversed();
  }

  /** What the blocks that count were made from; offsets that an act has skipped are left out. */
  get stretches(): readonly OffsetRange[] {
    return this.ranges.toReversed();
  }

  private addUndone(block: number): void {
    const range = this.undoneRanges.at(-1);
    if (range?.[0] === block + 1) range[0] = block;
    else this.undoneRanges.push([block, block]);
  }

  private addToRanges({ block, from, to }: Link): void {
    const within = this.ownBackActs.find((act) => act.block > block && act.from <= to);
    if (within) {
      throw new UserError(
        `Journal of partition ${this.partition}: the ledger was restored to offset ${within.from}, which is within block ${block}, so no checkpoint was made there.`,
        exitCodes.differs,
      );
    }
    const last = this.ranges.at(-1);
    if (last?.from === to + 1) this.ranges.pop();
    this.ranges.push({ from, to: last?.from === to + 1 ? last.to : to + 1 });
  }
}
