import { readBlock, type JournalBlock } from '#ledger';
import type { LogRecord } from '#log';

/** A partition's blocks and records: from Kafka, or from the files of an archive. */
export interface PartitionSource {
  /** The blocks of the chain as they were written, oldest first; also undone blocks. */
  blocks(): AsyncIterable<readonly string[]>;
  /**
   * The records of a range, each offset once; ranges come in order. Undefined if the log ends
   * before the range does.
   */
  take(range: Pick<JournalBlock, 'from' | 'to'>): Taken | Promise<Taken>;
  /** The error for a text that is not the block with this number. */
  notTheBlock(number: number): Error;
}

type Taken = readonly LogRecord[] | undefined;

/** A block of a chain, with the records that it was made from. */
export interface ChainedBlock {
  readonly block: JournalBlock;
  readonly text: string;
  /** Empty for an operator's act, and for a block that was undone. */
  readonly records: readonly LogRecord[];
  /** True if an act has undone it. */
  readonly isUndone: boolean;
}

export interface ChainRange {
  readonly partition: number;
  /** Hash and number of the block before the first one. */
  readonly head: string;
  readonly block: number;
  /** Number of the last block. */
  readonly last: number;
  /** Returns true if an act has undone a block of the range. */
  readonly isUndone: (block: JournalBlock) => boolean;
}

/**
 * Reads a partition along its chain, oldest block first, as far as its log reaches.
 * @param end stops before this offset; the last block then has only some of its records
 * @throws the source's error for a block that does not follow the one before it, or is missing.
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
