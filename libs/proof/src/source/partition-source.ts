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
  /** Why a text that `blocks` gave is not the block with this number. */
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

/** What the blocks that are read follow. */
export interface ChainBegin {
  readonly partition: number;
  readonly head: string;
  readonly block: number;
}

/**
 * Reads a partition along its chain, the oldest block first, as far as its log goes.
 * @param after the block before the first
 * @throws the source's error for a block that does not follow the one before it.
 */
export async function* readAlong(
  source: PartitionSource,
  after: ChainBegin,
  isUndone: (block: JournalBlock) => boolean,
): AsyncGenerator<ChainedBlock> {
  let last = { hash: after.head, block: after.block };
  for await (const texts of source.blocks()) {
    for (const text of texts) {
      const block = readBlock(text);
      const isNext = block?.previous === last.hash && block.block === last.block + 1;
      if (!isNext || block.partition !== after.partition) {
        throw source.notTheBlock(last.block + 1);
      }
      last = block;
      const isLeft = isUndone(block);
      const taken = isLeft || block.recovery ? [] : source.take(block);
      const records = taken instanceof Promise ? await taken : taken;
      if (!records) return;
      yield { block, text, records, isUndone: isLeft };
    }
  }
}
