import { isUtf8 } from 'node:buffer';
import { readBlock, type JournalBlock } from '#ledger';
import type { Connections } from '../connections.js';

/** Where a copy of a block lies: a record of the journal’s topic, or still in the outbox. */
export type BlockLocation =
  { readonly topicPartition: number; readonly offset: number } | { readonly outboxOf: number };

/** A block without its postings. */
export interface Link extends Pick<
  JournalBlock,
  'partition' | 'block' | 'from' | 'to' | 'at' | 'hash' | 'previous'
> {
  readonly location: BlockLocation;
  /** The build that made it, where that is another than made the one before. */
  readonly newBuild?: string;
  /** The whole block, if it is an operator's act. */
  readonly recovery?: JournalBlock;
}

/** A record that is no block to the byte: its JSON, a member or its hash was altered. */
export interface DamagedBlock {
  readonly location: BlockLocation;
  /** Its beginning and its end. */
  readonly text: string;
}

/** A record of the journal's topic, or a block of an outbox. */
export function readLink(value: Buffer, location: BlockLocation): Link | DamagedBlock {
  const text = value.toString();
  // Bytes that are no UTF-8 would become a text that could be a block's.
  const intact = isUtf8(value) ? readBlock(text) : undefined;
  return intact ? linkOf(intact, location) : { location, text: excerptOf(text) };
}

export function linkOf(whole: JournalBlock, location: BlockLocation): Link {
  const { partition, block, from, to, at, hash, previous, start, recovery } = whole;
  const newBuild = start && { newBuild: start.build };
  const link = { partition, block, from, to, at, hash, previous, location, ...newBuild };
  return recovery ? { ...link, recovery: whole } : link;
}

const excerptLength = 4_000;

/** A damaged record may have a megabyte; its members stand at its beginning and its end. */
function excerptOf(text: string): string {
  if (text.length <= 2 * excerptLength) return text;
  const ends = text.slice(0, excerptLength) + text.slice(-excerptLength);
  // A slice would keep the whole text in memory.
  return Buffer.from(ends).toString();
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
