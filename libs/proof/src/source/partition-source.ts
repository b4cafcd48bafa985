import { readBlock, type JournalBlock } from '#ledger';
import type { LogRecord } from '#log';

/** A partition's blocks and records: from Kafka, or from the files of an archive. */
export interface PartitionSource {
  /** The blocks of the chain as they were written, the oldest first; also those undone. */
  blocks(): AsyncIterable<readonly string[]>;
  /**
   * The records of a range, each offset once; ranges come in order. Undefined where the log ends
   * before the range does.
   */
  take(range: Pick<JournalBlock, 'from' | 'to'>): Taken | Promise<Taken>;
  /** The error for a text that is not the block with this number. */
  notTheBlock(number: number): Error;
}

type Taken = readonly LogRecord[] | undefined;

/** A block of a chain, with what it was made from. */
export interface ChainedBlock {
  readonly block: JournalBlock;
  readonly text: string;
  /** None for an act of an operator, and for a block that was undone. */
  readonly records: readonly LogRecord[];
  /** Whether an act has undone it. */
  readonly isUndone: boolean;
}

/** The blocks of a chain that are read. */
export interface ChainRange {
  readonly partition: number;
  /** Hash and number of the block that the first of them follows. */
  readonly head: string;
  readonly block: number;
  /** Number of the last of them. */
  readonly last: number;
  /** Whether an act has undone a block of them. */
  readonly isUndone: (block: JournalBlock) => boolean;
}

/**
 * Reads a partition along its chain, the oldest block first, as far as its log goes.
 * @param end stops before this offset; the last block then comes with some of its records alone
 * @throws the source's error for a block that does not follow the one before it, or is not there.
 */
export async function* readAlong(
  source: PartitionSource,
  { partition, head, block: number, last, isUndone }: ChainRange,
  end = Infinity,
): AsyncGenerator<ChainedBlock> {
  let before = { hash: head, block: number };
  for await (const texts of source.blocks()) {
    for (const text of texts) {
      const block = readBlock(text);
      const isNext = block?.previous === before.hash && block.block === before.block + 1;
      if (!isNext || block.partition !== partition) throw source.notTheBlock(before.block + 1);
      before = block;
      const isLeft = isUndone(block);
      // The blocks that count are in the order of the log.
      if (!isLeft && block.from >= end) return;
      const range = { from: block.from, to: Math.min(block.to, end - 1) };
      const taken = isLeft || block.recovery ? [] : source.take(range);
      const records = taken instanceof Promise ? await taken : taken;
      if (!records) return;
      yield { block, text, records, isUndone: isLeft };
    }
  }
  if (before.block < last) throw source.notTheBlock(before.block + 1);
}
