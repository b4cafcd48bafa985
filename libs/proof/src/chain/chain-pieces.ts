import { UserError } from '#contract/exit-codes';
import type { Link } from './link.js';

/**
 * Consecutive blocks of the chain that are consecutive on a partition of the journal's topic too.
 */
export interface TopicPiece {
  readonly topicPartition: number;
  /** Offsets on the topic, both inclusive. Only blocks of other partitions may be between them. */
  from: number;
  readonly to: number;
}

/** Each stray block, copy or fail-over between the blocks of a chain ends a piece. */
const piecesAtMost = 100_000;

/** The places of a chain's blocks, which arrive newest first. */
export class ChainPieces {
  private readonly pieces: TopicPiece[] = [];
  /** Place of the block that came last. */
  private lastPlace = -1;

  /** @param fix the end of the sentence for too many pieces: what helps then. */
  constructor(
    private readonly partition: number,
    private readonly fix: string,
  ) {}

  get oldestFirst(): readonly TopicPiece[] {
    return this.pieces.toReversed();
  }

  /** @param place as a `ChainSink` gets it. @throws UserError if there are too many pieces. */
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
