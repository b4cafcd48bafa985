import { setTimeout as sleep } from 'node:timers/promises';
import type { Kafka } from 'kafkajs';
import type { Watermarks } from './gate.js';
import { withAdmin } from './kafka.js';
import type { LogRecord } from './record.js';
import { TopicReader } from './topic-reader.js';

type Ranges = ReadonlyMap<number, { from: number; to: number }>;
type OnRecords = (partition: number, records: readonly LogRecord[]) => Promise<void> | void;

/** The first and the next offset of each partition of a topic. */
export async function readWatermarks(kafka: Kafka, topic: string): Promise<Watermarks[]> {
  const offsets = await withAdmin(kafka, (admin) => admin.fetchTopicOffsets(topic));
  const marks: Watermarks[] = [];
  for (const { partition, low, high } of offsets) {
    marks[partition] = { low: Number(low), high: Number(high) };
  }
  return marks;
}

/** The offset of each partition's first record at or after a Kafka time, or its end. */
export async function readOffsetsAt(
  kafka: Kafka,
  topic: string,
  timeMs: number,
): Promise<number[]> {
  const found = await withAdmin(kafka, (admin) =>
    admin.fetchTopicOffsetsByTimestamp(topic, Math.max(0, timeMs)),
  );
  const offsets: number[] = [];
  for (const { partition, offset } of found) offsets[partition] = Number(offset);
  return offsets;
}

/**
 * Reads ranges of a topic's partitions, in order within each partition, and resolves when all are
 * read. `onRecords` gets consecutive records, each once, including those that are stepped over.
 * Waits for records after an open transaction.
 * @param ranges by partition: from `from` (included) to `to` (not included); others are not read.
 * @throws LogFault if a batch of a range is damaged or cannot be read.
 * @throws Error if a record of a range is missing, or the error of `onRecords`.
 */
export async function readLog(
  kafka: Kafka,
  topic: string,
  ranges: Ranges,
  onRecords: OnRecords,
): Promise<void> {
  const reader = new TopicReader(kafka, topic);
  await readRanges(reader, ranges, onRecords).finally(() => reader.close());
}

/** Does what `readLog` does, over the connection of a reader, which stays open. */
export async function readRanges(
  reader: TopicReader,
  ranges: Ranges,
  onRecords: OnRecords,
): Promise<void> {
  const { topic } = reader;
  const wanted = [...ranges].filter(([, { from, to }]) => from < to);
  if (wanted.length === 0) return;
  const marks = await reader.marks();
  for (const [partition, { from, to }] of wanted) {
    const mark = marks[partition];
    if (!mark || from < mark.low) throw missing(topic, partition, from);
    if (to > mark.high) throw missing(topic, partition, Math.max(from, mark.high));
  }
  let failed = false;
  const readPartition = async (partition: number, from: number, to: number): Promise<void> => {
    for (let next = from; next < to && !failed;) {
      const read = await reader.read(partition, next);
      if (!read) throw missing(topic, partition, next);
      const records = read.filter(({ offset }) => offset < to);
      const broken = records.findIndex(({ offset }, index) => offset !== next + index);
      if (broken >= 0) throw missing(topic, partition, next + broken);
      if (read.length > 0 && records.length === 0) throw missing(topic, partition, next);
      if (records.length === 0) await sleep(lookAgainAfterMs);
      else if (!failed) await onRecords(partition, records);
      next += records.length;
    }
  };
  const readings = wanted.map(([partition, { from, to }]) =>
    readPartition(partition, from, to).catch((error: unknown) => {
      failed = true;
      throw error;
    }),
  );
  await Promise.allSettled(readings);
  await Promise.all(readings);
}

/** Pause before the next look while a transaction is open at the readable end. */
const lookAgainAfterMs = 100;

/** The id of the brokers' cluster. */
export async function readClusterId(kafka: Kafka): Promise<string> {
  return (await withAdmin(kafka, (admin) => admin.describeCluster())).clusterId;
}

function missing(topic: string, partition: number, offset: number): Error {
  return new Error(`${topic}/${partition} has no record at offset ${offset}`);
}
