import { readBlock, type JournalBlock } from '#ledger';
import type { Connections } from '../connections.js';

/** Where a copy of a block lies: a record of the journal’s topic, or still in the outbox. */
export type BlockLocation =
  { readonly topicPartition: number; readonly offset: number } | { readonly outboxOf: number };

/** A block without its postings, so that a million of them take some hundred megabytes. */
export interface Link {
  readonly partition: number;
  readonly block: number;
  readonly from: number;
  readonly to: number;
  readonly hash: string;
  readonly previous: string;
  readonly location: BlockLocation;
  /** The build that made it, where that is another than made the one before. */
  readonly newBuild?: string;
  /** The whole block, if it is an operator's act. */
  readonly recovery?: JournalBlock;
}

/** A record that is no block to the byte: its JSON, a member or its hash was altered. */
export interface DamagedBlock {
  readonly location: BlockLocation;
  readonly text: string;
}

/** All blocks that were found; equal copies count once. */
export class Journal {
  readonly links = new Map<string, Link>();
  readonly damaged: DamagedBlock[] = [];

  add(value: Buffer, location: BlockLocation): void {
    const text = value.toString();
    // Bytes that are no UTF-8 would become a text that could be a block's.
    const intact = Buffer.from(text).equals(value) ? readBlock(text) : undefined;
    if (!intact) {
      this.damaged.push({ location, text });
      return;
    }
    const { partition, block, from, to, hash, start, recovery } = intact;
    // The block before it is mostly known: sharing its text for the hash saves a copy.
    const previous = this.links.get(intact.previous)?.hash ?? intact.previous;
    const newBuild = start && { newBuild: start.build };
    const link = { partition, block, from, to, hash, previous, location, ...newBuild };
    this.links.set(hash, recovery ? { ...link, recovery: intact } : link);
  }
}

/**
 * All blocks, on the topic and in an outbox. Those of a second that Redis lost are on no chain, so
 * they are found but not followed.
 */
export async function readJournal(
  connections: Connections,
  partitions: readonly number[],
): Promise<Journal> {
  const journal = new Journal();
  // The outbox first: a block that leaves it afterwards is on the topic by the time that is read.
  for (const partition of partitions) {
    for (const value of await connections.unsent(partition, 'journal')) {
      journal.add(Buffer.from(value), { outboxOf: partition });
    }
  }
  const marks = await connections.watermarks('journal');
  const ranges = new Map(
    marks.map(({ low, high }, partition) => [partition, { from: low, to: high }]),
  );
  await connections.readTopic('journal', ranges, ({ partition, offset, value }) => {
    journal.add(value ?? Buffer.alloc(0), { topicPartition: partition, offset });
  });
  return journal;
}

/** Reads a block again with its postings; undefined if it has left the outbox meanwhile. */
export async function readAgain(
  connections: Connections,
  { location, hash }: Link,
): Promise<JournalBlock | undefined> {
  let text: string | undefined;
  if ('outboxOf' in location) {
    const values = await connections.unsent(location.outboxOf, 'journal');
    text = values.find((value) => value.includes(hash));
  } else {
    const { topicPartition, offset } = location;
    text = String((await connections.nextRecord('journal', topicPartition, offset))?.value);
  }
  return text === undefined ? undefined : (JSON.parse(text) as JournalBlock);
}

export function describeLocation(location: BlockLocation): string {
  return 'outboxOf' in location
    ? `the outbox of partition ${location.outboxOf}`
    : `record ${location.offset} of partition ${location.topicPartition} of the journal’s topic`;
}
