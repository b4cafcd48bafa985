import { UserError } from '#contract/exit-codes';
import type { Link } from './link.js';

/** Blocks that follow each other on the chain and on a partition of the journal's topic. */
export interface TopicPiece {
  readonly topicPartition: number;
  /** Offsets on the topic, both included. Between them may be blocks of other partitions alone. */
  from: number;
  readonly to: number;
}

/** Each stray block, copy or fail-over between the blocks of a chain ends a piece. */
const piecesAtMost = 100_000;

/** Where the blocks of a chain lie, which comes the newest block first. */
export class ChainPieces {
  private readonly pieces: TopicPiece[] = [];
  /** Of the block that came last. */
  private lastPlace = -1;

  /** @param fix what helps where there are too many, as the end of a sentence. */
  constructor(
    private readonly partition: number,
    private readonly fix: string,
  ) {}

  get oldestFirst(): readonly TopicPiece[] {
    return this.pieces.toReversed();
  }

  /** @param place as a `ChainSink` gets it. @throws UserError where there are too many. */
  add({ location }: Link, place: number): void {
    const isNext = place === this.lastPlace + 1;
    this.lastPlace = place;
    const piece = this.pieces.at(-1);
    const { topicPartition, offset } = location;
    const isOne = isNext && piece?.topicPartition === topicPartition;
    if (isOne) piece.from = offset;
    else this.pieces.push({ topicPartition, from: offset, to: offset });
    if (this.pieces.length <= piecesAtMost) return;
    throw new UserError(
      `The blocks of partition ${this.partition} are in more than ${piecesAtMost.toLocaleString('en')} pieces on the journal’s topic, other records between them; ${this.fix}.`,
    );
  }
}
