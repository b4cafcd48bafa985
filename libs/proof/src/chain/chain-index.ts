import { exitCodes, UserError } from '#contract/exit-codes';
import type { JournalBlock } from '#ledger';
import type { OffsetRange } from '../source/live-ledger.js';
import { ChainPieces, type TopicPiece } from './chain-pieces.js';
import type { ChainSink } from './chain-walk.js';
import type { Link } from './link.js';
import { backActOf, emptiesLedger, undoneBy, type BackAct } from './undone.js';

/**
 * Keeps facts about a walked chain instead of its blocks: where the blocks are, which of them
 * count, and what they were made from. It may end before the ledger's head.
 */
export class ChainIndex implements ChainSink {
  /**
   * Acts of operators, oldest first, also after `end`. Their number is small: people signed each.
   */
  readonly acts: JournalBlock[] = [];
  /** The acts after which the ledger went back, newest first. */
  readonly backActs: BackAct[] = [];
  /** The acts up to `end`; `leftBy` finds a later one that goes back to before `end`. */
  private readonly ownBackActs: BackAct[] = [];
  /** The last block of the index; undefined until the walk has reached it. */
  end: Link | undefined;
  private readonly pieces: ChainPieces;
  private readonly ranges: OffsetRange[] = [];
  private readonly undoneRanges: [number, number][] = [];

  /**
   * @param until hash of the last block that is wanted
   * @param fix the end of the sentence for blocks that are in too many pieces: what helps then
   */
  constructor(
    private readonly partition: number,
    private readonly until: string,
    fix = 'give --from a checkpoint that was written after most of them',
  ) {
    this.pieces = new ChainPieces(partition, fix);
  }

  /**
   * @throws UserError for a restore to an offset at which no block ends, and for too many pieces.
   */
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

  /** The act with which the ledger began empty; undefined if the first block counts. */
  get restart(): BackAct | undefined {
    return this.ownBackActs.find((act) => emptiesLedger(act) && !this.isUndone(act));
  }

  /** The pieces, oldest first. */
  get oldestFirst(): readonly TopicPiece[] {
    return this.pieces.oldestFirst;
  }

  /** First and last numbers of the blocks that were undone, oldest first. */
  get undone(): readonly (readonly [number, number])[] {
    return this.undoneRanges.toReversed();
  }

  /**
   * The offsets that the counting blocks were made from; leaves out offsets that an act has
   * skipped.
   */
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
