import { blockText } from '#ledger';
import type { LogRecord } from '#log';
import type { Connections } from '../connections.js';
import { readAgain, type Link } from '../proof/journal.js';
import type { Piece, TopicPiece } from '../proof/chain-pieces.js';
import { EventReader } from '../proof/partition-fold.js';
import { UserError } from '../user-error.js';
import type { SpanSource } from './span-fold.js';

const bytesPerRead = 1024 * 1024;

/** A partition's part of a span, read from Kafka along a chain that was walked. */
export class LogSource implements SpanSource {
  private readonly events: EventReader;

  /**
   * @param from the first offset that is read
   * @param until the offset after the last
   */
  constructor(
    private readonly connections: Connections,
    private readonly partition: number,
    private readonly pieces: readonly Piece[],
    from: number,
    until: number,
  ) {
    this.events = new EventReader(connections, partition, from, until);
  }

  take(range: { from: number; to: number }): ReturnType<EventReader['take']> {
    return this.events.take(range);
  }

  /** @throws UserError when a block has left the outbox meanwhile. */
  async *blocks(): AsyncGenerator<readonly string[]> {
    for (const piece of this.pieces) {
      if ('links' in piece) for (const link of piece.links) yield [await this.readLoose(link)];
      else yield* this.readPiece(piece);
    }
  }

  private async readLoose(link: Link): Promise<string> {
    const block = await readAgain(this.connections, link);
    if (block) return blockText(block);
    const what = `block ${link.block} of partition ${this.partition}`;
    throw new UserError(`While it was archived, ${what} left the outbox: run the command again.`);
  }

  private async *readPiece({ topicPartition, from, to }: TopicPiece) {
    const begins = `{"partition":${this.partition},`;
    for (let next = from; next <= to;) {
      const read = await this.connections.read('journal', topicPartition, next, bytesPerRead);
      const last = read?.at(-1);
      if (!read || !last) {
        const where = `${this.connections.topic('journal')}/${topicPartition}`;
        throw new UserError(`${where} has no record at offset ${next}, and had it: run it again.`);
      }
      const within = read.filter(({ offset }) => offset <= to);
      yield textsOf(within).filter((text) => text.startsWith(begins));
      next = last.offset + 1;
    }
  }
}

function textsOf(records: readonly LogRecord[]): string[] {
  return records.flatMap(({ value, steppedOver }) =>
    value && !steppedOver ? [String(value)] : [],
  );
}
