import { goesBack } from '#ledger';
import { ChainPieces, type Piece } from '../proof/chain-pieces.js';
import type { ChainPoint, ChainSink } from '../proof/chain.js';
import type { Link } from '../proof/journal.js';

/** An act after which the ledger went on from the offset `from`. */
export interface BackAct {
  readonly act: string;
  readonly from: number;
  readonly block: number;
}

/**
 * Where the blocks of a span lie, and which of them acts of operators have undone: what is kept of
 * a chain that is walked from the ledger's head, the newest block first.
 */
export class SpanCourse implements ChainSink {
  /** The last block of the span, once it has come. */
  end: Link | undefined;
  /** The first offset of the log that the span is folded from; undefined where it is from none. */
  firstOffset: number | undefined;
  private readonly pieces: ChainPieces;
  private readonly ranges: [number, number][] = [];
  /** Blocks that begin here or later are undone; an act that came before them says so. */
  private undoneFrom = Infinity;
  /** The act after the span that went furthest back. */
  private later: BackAct | undefined;
  /** The act after the span's beginning that went furthest back, the oldest one that counts. */
  private furthest: BackAct | undefined;

  /** @param until where the span ends. */
  constructor(
    partition: number,
    private readonly until: ChainPoint,
  ) {
    const fix = 'give --until a checkpoint that was written earlier';
    this.pieces = new ChainPieces(partition, fix);
  }

  onLink(link: Link, place: number): void {
    if (link.hash === this.until.head) this.end = link;
    this.noteAct(link);
    if (!this.end) return;
    this.pieces.add(link, place);
    if (link.from >= this.undoneFrom) this.addUndone(link.block);
    else if (goesBack(link.recovery?.recovery?.act)) this.undoneFrom = link.from;
    else if (!link.recovery) this.firstOffset = link.from;
  }

  /** The oldest first. */
  get oldestFirst(): readonly Piece[] {
    return this.pieces.oldestFirst;
  }

  /** First and last number of the blocks that were undone, the oldest first. */
  get undone(): readonly (readonly [number, number])[] {
    return this.ranges.toReversed();
  }

  /** The act by which the ledger went back behind the end of the span after that. */
  get endUndoneBy(): BackAct | undefined {
    return this.later && this.later.from < this.until.position ? this.later : undefined;
  }

  /**
   * The restore by which the ledger went back behind the span's beginning. After a rebuild the fold
   * begins again, so it goes behind none.
   */
  beginUndoneBy({ position }: ChainPoint): BackAct | undefined {
    const { furthest } = this;
    const isBehind = furthest?.act === 'restore' && furthest.from < position;
    return isBehind ? furthest : undefined;
  }

  private noteAct({ recovery }: Link): void {
    if (!recovery?.recovery || !goesBack(recovery.recovery.act)) return;
    const { from, block } = recovery;
    if (this.furthest && this.furthest.from <= from) return;
    this.furthest = { act: recovery.recovery.act, from, block };
    if (!this.end) this.later = this.furthest;
  }

  private addUndone(block: number): void {
    const range = this.ranges.at(-1);
    if (range?.[0] === block + 1) range[0] = block;
    else this.ranges.push([block, block]);
  }
}
