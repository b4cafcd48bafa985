import { isUtf8 } from 'node:buffer';
import { readBlock, type JournalBlock } from '#ledger';

/** The place of a copy of a block: a record of the journal’s topic. */
export interface BlockLocation {
  readonly topicPartition: number;
  readonly offset: number;
}

/** A block without its postings. */
export interface Link extends Pick<
  JournalBlock,
  'partition' | 'block' | 'from' | 'to' | 'at' | 'hash' | 'previous'
> {
  readonly location: BlockLocation;
  /** The whole block, if it is an operator's act. */
  readonly recovery?: JournalBlock;
}

/** A record that is not a block to the byte: its JSON, a member or its hash was altered. */
export interface DamagedBlock {
  readonly location: BlockLocation;
  /** The beginning and the end of its text. */
  readonly text: string;
}

/** Reads a record of the journal's topic. */
export function readLink(value: Buffer, location: BlockLocation): Link | DamagedBlock {
  const text = value.toString();
  // Bytes that are not UTF-8 could be decoded to the text of a block.
  const intact = isUtf8(value) ? readBlock(text) : undefined;
  if (!intact) return { location, text: excerptOf(text) };
  const { partition, block, from, to, at, hash, previous } = intact;
  const link = { partition, block, from, to, at, hash, previous, location };
  return intact.recovery ? { ...link, recovery: intact } : link;
}

const excerptLength = 4_000;

/**
 * Keeps the beginning and the end, which have the members: a damaged record may have a megabyte.
 */
function excerptOf(text: string): string {
  if (text.length <= 2 * excerptLength) return text;
  const ends = text.slice(0, excerptLength) + text.slice(-excerptLength);
  // A slice would keep the whole text in memory.
  return Buffer.from(ends).toString();
}

export function describeLocation({ topicPartition, offset }: BlockLocation): string {
  return `record ${offset} of partition ${topicPartition} of the journal’s topic`;
}
