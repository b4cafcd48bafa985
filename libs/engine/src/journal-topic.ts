import { homePartition } from '#contract';
import { readBlock, type JournalBlock, type JournalPlace } from '#ledger';
import type { TopicReader } from '#log';

/** A block and where it stands on the topic. */
export interface FoundBlock {
  readonly block: JournalBlock;
  readonly at: JournalPlace;
}

/** So many of the newest records are searched, at least, where somebody waits for the answer. */
export const blocksSearched = 20_000;
/** How many records are searched first; each next piece has four times as many. */
const firstPiece = 64;

/**
 * Finds single blocks on the journal's topic. A search goes backwards in growing pieces, because
 * what is wanted is mostly among the newest.
 * @throws kafkajs' error from every method.
 */
export class JournalTopic {
  constructor(private readonly reader: Pick<TopicReader, 'read' | 'marks'>) {}

  /**
   * The block of a partition with this hash; undefined where the topic has none.
   * @param sent where it probably is.
   * @param atMost how many records are searched at least, where it is not there.
   */
  async find(
    partition: number,
    hash: string,
    sent: JournalPlace | null,
    atMost = Infinity,
  ): Promise<FoundBlock | undefined> {
    const isIt = (block: JournalBlock) => block.partition === partition && block.hash === hash;
    if (sent) {
      const records = await this.reader.read(sent.partition, sent.offset, 64 * 1024);
      const [first] = records ?? [];
      const block = first?.offset === sent.offset ? blockOf(first.value) : undefined;
      if (block && isIt(block)) return { block, at: sent };
    }
    return this.search(partition, isIt, atMost);
  }

  /**
   * The newest block of a partition; undefined where there is none.
   * @param atMost how many records are searched at least; their partition may be shared.
   * @param above only blocks of a greater number are looked for.
   */
  newest(partition: number, atMost = Infinity, above = 0): Promise<FoundBlock | undefined> {
    const isWanted = (block: JournalBlock) => block.partition === partition && block.block > above;
    return this.search(partition, isWanted, atMost);
  }

  /**
   * The newest block of a partition that has this record; undefined where none is found.
   * @param atMost as for `newest`.
   */
  withRecord(partition: number, offset: number, atMost: number): Promise<FoundBlock | undefined> {
    const hasIt = ({ partition: own, from, to }: JournalBlock) =>
      own === partition && from <= offset && offset <= to;
    return this.search(partition, hasIt, atMost);
  }

  private async search(
    partition: number,
    isWanted: (block: JournalBlock) => boolean,
    atMost: number,
  ): Promise<FoundBlock | undefined> {
    const marks = await this.reader.marks();
    const home = homePartition(String(partition), marks.length);
    const { low = 0, high = 0 } = marks[home] ?? {};
    let to = high;
    for (let length = firstPiece; to > low && high - to < atMost; length *= 4) {
      const from = Math.max(low, to - length);
      const found = await this.searchPiece(home, from, to, isWanted);
      if (found) return found;
      to = from;
    }
    return undefined;
  }

  /** The last block of a piece that is wanted. */
  private async searchPiece(
    home: number,
    from: number,
    to: number,
    isWanted: (block: JournalBlock) => boolean,
  ): Promise<FoundBlock | undefined> {
    let found: FoundBlock | undefined;
    for (let next = from; next < to;) {
      const records = await this.reader.read(home, next);
      if (!records || records.length === 0) return found;
      for (const { offset, value } of records) {
        next = offset + 1;
        if (next > to) break;
        const block = blockOf(value);
        if (block && isWanted(block)) found = { block, at: { partition: home, offset } };
      }
    }
    return found;
  }
}

function blockOf(value: Buffer | null): JournalBlock | undefined {
  return value ? readBlock(value.toString()) : undefined;
}
