import { topicName } from '#contract';
import { hashBlock, journalGenesis, type JournalBlock, type LedgerSnapshot } from '#ledger';
import { readLog, readWatermarks } from '#log';
import type { Connections } from '../connections.js';

/** The chain of one partition from its first block to the ledger's head, or what breaks it. */
export type Chain = { readonly blocks: JournalBlock[] } | { readonly fault: string };

/**
 * Every block of the journal by its hash: of the topic, and of the outbox for those that are not
 * sent yet. A Redis that lost its last second makes those blocks anew, cut differently; the ones
 * before are then on no chain, so they are found but not followed.
 */
export async function readBlocks(connections: Connections, partitions: number) {
  const { kafka, env, ledger } = connections;
  const blocks = new Map<string, JournalBlock>();
  const add = (text: string): void => {
    const block = JSON.parse(text) as JournalBlock;
    blocks.set(block.hash, block);
  };
  // The outbox first: what leaves it after this look is in the topic by the next one.
  for (let partition = 0; partition < partitions; partition += 1) {
    const waiting = await ledger.readOutbox(partition, Number.MAX_SAFE_INTEGER);
    for (const { topic, value } of waiting) if (topic === 'journal') add(value);
  }
  const topic = topicName(env.TOPIC_PREFIX, 'journal');
  const marks = await readWatermarks(kafka, topic);
  const ranges = new Map(
    marks.map(({ low, high }, partition) => [partition, { from: low, to: high }]),
  );
  await readLog(kafka, topic, ranges, (_, records) => {
    for (const { value } of records) if (value) add(value.toString());
  });
  return blocks;
}

/** Follows the chain from the ledger's head back to the partition's first record. */
export function chainOf(
  partition: number,
  snapshot: LedgerSnapshot,
  blocks: ReadonlyMap<string, JournalBlock>,
): Chain {
  const chain: JournalBlock[] = [];
  let wanted = snapshot.head;
  let behind = snapshot.position;
  while (wanted !== journalGenesis) {
    const block = blocks.get(wanted);
    if (!block) {
      return { fault: `the journal has no block ${wanted}, which ends at offset ${behind - 1}` };
    }
    if (hashBlock(block) !== block.hash) {
      return { fault: `block ${block.block} (offsets ${block.from}-${block.to}) was altered` };
    }
    if (block.partition !== partition || block.to !== behind - 1) {
      return { fault: `block ${block.block} ends at ${block.to}, not at offset ${behind - 1}` };
    }
    chain.push(block);
    wanted = block.previous;
    behind = block.from;
  }
  if (behind !== 0) return { fault: `the first block begins at offset ${behind}, not at 0` };
  return { blocks: chain.reverse() };
}
