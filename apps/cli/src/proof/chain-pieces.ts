import { UserError } from '../user-error.js';
import type { Link } from './journal.js';

/** Blocks that follow each other on the chain and on a partition of the journal's topic. */
export interface TopicPiece {
  readonly topicPartition: number;
  /** Offsets on the topic, both included. Between them may be blocks of other partitions alone. */
  from: number;
  readonly to: number;
  /** The first event of the first block, and the last one of the last. */
  firstEvent: number;
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

/** Where the blocks of a chain lie, which comes the newest block first. */
export class ChainPieces {
  private readonly pieces: Piece[] = [];
  /** Of the block that came last, where the next may belong to its piece. */
  private lastPlace = -1;

  /** @param fix what helps where there are too many, as the end of a sentence. */
  constructor(
    private readonly partition: number,
    private readonly fix: string,
  ) {}

  /** @param place as a `ChainSink` gets it. @throws UserError where there are too many. */
  add(link: Link, place: number): void {
    this.put(link, place === this.lastPlace + 1);
    this.lastPlace = place;
  }

  /** A block that is a piece of its own. @throws UserError where there are too many. */
  addAlone(link: Link): void {
    this.put(link, false);
    this.lastPlace = -1;
  }

  get oldestFirst(): readonly Piece[] {
    return this.pieces.toReversed();
  }

  private put(link: Link, isNext: boolean): void {
    const { location, from, to } = link;
    const piece = this.pieces.at(-1);
    if ('outboxOf' in location) {
      if (piece && 'links' in piece) piece.links.unshift(link);
      else this.pieces.push({ links: [link] });
      return;
    }
    const { topicPartition, offset } = location;
    const isOne = isNext && piece && 'from' in piece && piece.topicPartition === topicPartition;
    if (isOne) Object.assign(piece, { from: offset, firstEvent: from });
    else {
      const events = { firstEvent: from, lastEvent: to };
      this.pieces.push({ topicPartition, from: offset, to: offset, ...events });
    }
    if (this.pieces.length <= piecesAtMost) return;
    throw new UserError(
      `The blocks of partition ${this.partition} are in more than ${piecesAtMost.toLocaleString('en')} pieces on the journal’s topic, other records between them; ${this.fix}.`,
    );
  }
}
