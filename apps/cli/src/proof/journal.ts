import { topicName } from '#contract';
import { blockText, hashBlock, type JournalBlock } from '#ledger';
import { readLog, readWatermarks } from '#log';
import type { Connections } from '../connections.js';

/** Where a copy of a block lies: a record of the journal’s topic, or still in the outbox. */
export type BlockLocation =
  { readonly topicPartition: number; readonly offset: number } | { readonly outboxOf: number };

/**
 * What following the chain needs of a block. The postings stay on the topic: a million blocks take
 * some hundred megabytes this way, and many times that as texts.
 */
export interface Link {
  readonly partition: number;
  readonly block: number;
  readonly from: number;
  readonly to: number;
  readonly hash: string;
  readonly previous: string;
  readonly place: BlockLocation;
  /** The whole block, where it is an operator's act. */
  readonly recovery?: JournalBlock;
}

/** A record that is no block to the byte: its JSON, a member or its hash is not as it was written. */
export interface Damaged {
  readonly place: BlockLocation;
  readonly text: string;
}

/** All that was found of the journal; copies of a block that are alike count once. */
export class Journal {
  readonly links = new Map<string, Link>();
  readonly damaged: Damaged[] = [];

  add(value: Buffer, place: BlockLocation): void {
    const whole = intactBlock(value);
    if (!whole) {
      this.damaged.push({ place, text: value.toString() });
      return;
    }
    const { partition, block, from, to, hash, recovery } = whole;
    // The block before it is mostly known: its own text for the hash saves a copy.
    const previous = this.links.get(whole.previous)?.hash ?? whole.previous;
    const link = { partition, block, from, to, hash, previous, place };
    this.links.set(hash, recovery ? { ...link, recovery: whole } : link);
  }
}

/**
 * Every block of the journal: of the topic, and of the outbox for those that are not sent yet. A
 * Redis that lost its last second makes those blocks anew, cut differently; the ones before are then
 * on no chain, so they are found but not followed.
 */
export async function readJournal(connections: Connections, partitions: number): Promise<Journal> {
  const { kafka, env, ledger } = connections;
  const journal = new Journal();
  // The outbox first: what leaves it after this look is in the topic by the next one.
  for (let partition = 0; partition < partitions; partition += 1) {
    const waiting = await ledger.readOutbox(partition, Number.MAX_SAFE_INTEGER);
    for (const { topic, value } of waiting) {
      if (topic === 'journal') journal.add(Buffer.from(value), { outboxOf: partition });
    }
  }
  const topic = topicName(env.TOPIC_PREFIX, 'journal');
  const marks = await readWatermarks(kafka, topic);
  const ranges = new Map(
    marks.map(({ low, high }, partition) => [partition, { from: low, to: high }]),
  );
  await readLog(kafka, topic, ranges, (topicPartition, records) => {
    for (const { value, offset } of records) {
      journal.add(value ?? Buffer.alloc(0), { topicPartition, offset });
    }
  });
  return journal;
}

/** A block once more, now with its postings; null where it has left the outbox meanwhile. */
export async function readBlock(
  { kafka, env, ledger }: Connections,
  { place, hash }: Link,
): Promise<JournalBlock | null> {
  if ('outboxOf' in place) {
    const waiting = await ledger.readOutbox(place.outboxOf, Number.MAX_SAFE_INTEGER);
    const entry = waiting.find(({ topic, value }) => topic === 'journal' && value.includes(hash));
    return entry ? (JSON.parse(entry.value) as JournalBlock) : null;
  }
  const { topicPartition, offset } = place;
  let text = '';
  const range = new Map([[topicPartition, { from: offset, to: offset + 1 }]]);
  await readLog(kafka, topicName(env.TOPIC_PREFIX, 'journal'), range, (_, records) => {
    text = String(records[0]?.value);
  });
  return JSON.parse(text) as JournalBlock;
}

export function nameOf(place: BlockLocation): string {
  return 'outboxOf' in place
    ? `the outbox of partition ${place.outboxOf}`
    : `record ${place.offset} of partition ${place.topicPartition} of the journal’s topic`;
}

function intactBlock(value: Buffer): JournalBlock | null {
  try {
    const block = JSON.parse(value.toString()) as JournalBlock;
    if (!Buffer.from(blockText(block)).equals(value)) return null;
    return hashBlock(block) === block.hash ? block : null;
  } catch {
    return null;
  }
}
