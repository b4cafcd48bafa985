import type { JournalBlock } from '#ledger';
import type { OffsetRange } from '../connections.js';
import { UserError } from '../user-error.js';
import type { ActPlace } from './approval-history.js';
import type { ChainPoint, ChainSink } from './chain.js';
import type { Link } from './journal.js';

/** Blocks that follow each other on the chain and on a partition of the journal's topic. */
export interface TopicPiece {
  readonly topicPartition: number;
  /** Offsets on the topic, both included. Between them may be blocks of other partitions alone. */
  from: number;
  readonly to: number;
  /** The last event of the last block. */
  readonly lastEvent: number;
}

/** Blocks that wait in the outbox, or stand alone. */
export interface LoosePiece {
  /** The oldest first. */
  readonly links: Link[];
}

export type Piece = TopicPiece | LoosePiece;

/** Each stray block, copy or fail-over between the blocks of a chain ends a piece. */
const piecesAtMost = 100_000;

/**
 * Where the blocks of a chain lie, and what they were made from: what is kept of a chain that is
 * walked, instead of its blocks.
 */
export class ChainCourse implements ChainSink {
  /** What operators did, the oldest first. There are as many as people have signed. */
  readonly acts: JournalBlock[] = [];
  /** The newest block that emptied the ledger: what is folded follows it. */
  rebuild: ChainPoint | undefined;
  private readonly pieces: Piece[] = [];
  private readonly ranges: OffsetRange[] = [];
  private lastPlace = -1;
  private readonly places = new ActPlaces();

  constructor(private readonly partition: number) {}

  onLink(link: Link, place: number): void {
    this.places.add(link);
    if (link.recovery) this.acts.unshift(link.recovery);
    if (this.rebuild) return;
    if (link.recovery?.recovery?.act === 'rebuild') {
      this.rebuild = { position: 0, head: link.hash, block: link.block };
      return;
    }
    this.addToPieces(link, place === this.lastPlace + 1);
    this.lastPlace = place;
    if (!link.recovery) this.addToRanges(link);
  }

  /** The pieces of the chain after the last rebuild, the oldest first. */
  get oldestFirst(): readonly Piece[] {
    return this.pieces.toReversed();
  }

  /** The stretches of the log that these were made from; skipped offsets are not in the log. */
  get stretches(): readonly OffsetRange[] {
    return this.ranges.toReversed();
  }

  /** The acts with their places. @param start what the chain begins after. */
  actPlaces(start: Omit<ActPlace, 'act'>): readonly ActPlace[] {
    return this.places.end(start);
  }

  private addToPieces(link: Link, isNext: boolean): void {
    const { location, to } = link;
    const piece = this.pieces.at(-1);
    if ('outboxOf' in location) {
      if (piece && 'links' in piece) piece.links.unshift(link);
      else this.pieces.push({ links: [link] });
      return;
    }
    const { topicPartition, offset } = location;
    const isOne = isNext && piece && 'from' in piece && piece.topicPartition === topicPartition;
    if (isOne) piece.from = offset;
    else this.pieces.push({ topicPartition, from: offset, to: offset, lastEvent: to });
    if (this.pieces.length <= piecesAtMost) return;
    throw new UserError(
      `The blocks of partition ${this.partition} are in more than ${piecesAtMost.toLocaleString('en')} pieces on the journal’s topic, other records between them; give --from a checkpoint that was written after most of them.`,
    );
  }

  private addToRanges({ from, to }: Link): void {
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
