import { randomUUID } from 'node:crypto';
import type { Consumer, EachBatchPayload, Kafka } from 'kafkajs';
import type { Watermarks } from './gate.js';
import { withAdmin } from './kafka.js';
import { namedFor } from './log-fault.js';
import { toRecords, type LogRecord } from './record.js';

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
 * Reads ranges of a topic's partitions outside the service's group, in order within each partition,
 * and resolves when all are read. `onRecords` gets consecutive records, each once, also those that
 * are stepped over.
 * @param ranges by partition: from `from` (included) to `to` (not included); others are not read.
 * @throws LogFault when a batch of a range is damaged or cannot be read.
 * @throws Error when a record of a range is missing, or what `onRecords` throws.
 */
export async function readLog(
  kafka: Kafka,
  topic: string,
  ranges: Ranges,
  onRecords: OnRecords,
): Promise<void> {
  const wanted = new Map([...ranges].filter(([, { from, to }]) => from < to));
  if (wanted.size === 0) return;
  const marks = await readWatermarks(kafka, topic);
  for (const [partition, { from, to }] of wanted) {
    const mark = marks[partition];
    if (!mark || from < mark.low) throw missing(topic, partition, from);
    if (to > mark.high) throw missing(topic, partition, Math.max(from, mark.high));
  }
  await withConsumer(kafka, topic, (consumer, reject) => {
    const done = Promise.withResolvers<void>();
    const reading = new Reading(topic, wanted, onRecords, done.resolve);
    const stop = (partition: number) => consumer.pause([{ topic, partitions: [partition] }]);
    const started = consumer.run({
      autoCommit: false,
      eachBatchAutoResolve: false,
      partitionsConsumedConcurrently: wanted.size,
      // kafkajs would deliver a batch again when its handler throws.
      eachBatch: (payload) => reading.take(payload, stop).catch(reject),
    });
    const seek = () => {
      for (const [partition, { from }] of wanted) {
        consumer.seek({ topic, partition, offset: String(from) });
      }
    };
    started.then(seek).catch(reject);
    return done.promise;
  });
}

const joinAttempts = 40;
const joinAgainAfterMs = 250;

/**
 * Runs `use` with a consumer in its own group. While the group's coordinator loads, it joins again.
 * @param use gets a function that rejects the whole, for errors in kafkajs' callbacks.
 */
async function withConsumer<T>(
  kafka: Kafka,
  topic: string,
  use: (consumer: Consumer, reject: (error: unknown) => void) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    const groupId = `${topic}-reader-${randomUUID()}`;
    const retry = { restartOnFailure: async () => false };
    const consumer = kafka.consumer({ groupId, maxWaitTimeInMs: 100, retry });
    try {
      await consumer.connect();
      await consumer.subscribe({ topic, fromBeginning: true });
      const failed = Promise.withResolvers<never>();
      consumer.on('consumer.crash', ({ payload }) => failed.reject(payload.error));
      return await Promise.race([use(consumer, failed.reject), failed.promise]);
    } catch (error) {
      if (!isGroupNotReady(error) || attempt === joinAttempts) throw error;
      await new Promise((resolve) => setTimeout(resolve, joinAgainAfterMs));
    } finally {
      await consumer.disconnect();
      await forgetGroup(kafka, groupId);
    }
  }
}

/** Brokers answer only a join in this way, so no record was read before. */
function isGroupNotReady(error: unknown): boolean {
  const { type, cause } = error as { type?: string; cause?: unknown };
  if (cause) return isGroupNotReady(cause);
  return (
    type === 'GROUP_LOAD_IN_PROGRESS' ||
    type === 'GROUP_COORDINATOR_NOT_AVAILABLE' ||
    type === 'NOT_COORDINATOR_FOR_GROUP'
  );
}

/** The id of the cluster of these brokers. */
export async function readClusterId(kafka: Kafka): Promise<string> {
  return (await withAdmin(kafka, (admin) => admin.describeCluster())).clusterId;
}

/** How far each range has been read. */
class Reading {
  private readonly next: Map<number, number>;
  private readonly left: Map<number, { from: number; to: number }>;

  constructor(
    private readonly topic: string,
    ranges: Ranges,
    private readonly onRecords: OnRecords,
    private readonly onEnd: () => void,
  ) {
    this.left = new Map(ranges);
    this.next = new Map([...ranges].map(([partition, { from }]) => [partition, from]));
  }

  async take(payload: EachBatchPayload, stop: (partition: number) => void): Promise<void> {
    const { batch, resolveOffset, heartbeat, isStale } = payload;
    const { partition } = batch;
    const range = this.left.get(partition);
    if (!range || isStale()) return;
    const wanted = this.next.get(partition) as number;
    const { records: read, fault } = toRecords(partition, batch.messages);
    const records = read.filter(({ offset }) => offset >= wanted && offset < range.to);
    const broken = records.findIndex(({ offset }, index) => offset !== wanted + index);
    const isFaultWanted = fault !== undefined && wanted + records.length < range.to;
    if (isFaultWanted && broken < 0) throw namedFor(this.topic, partition, fault);
    if (broken >= 0 || (records.length === 0 && Number(batch.firstOffset()) > wanted)) {
      throw missing(this.topic, partition, wanted + Math.max(broken, 0));
    }
    if (records.length > 0) await this.onRecords(partition, records);
    const next = wanted + records.length;
    this.next.set(partition, next);
    if (!fault) resolveOffset(batch.lastOffset());
    if (next >= range.to) {
      this.left.delete(partition);
      stop(partition);
      if (this.left.size === 0) return this.onEnd();
    }
    await heartbeat();
  }
}

function missing(topic: string, partition: number, offset: number): Error {
  return new Error(`${topic}/${partition} has no record at offset ${offset}`);
}

/** Deletes a group. Empty it only takes room on the broker, so a failure changes nothing. */
export async function forgetGroup(kafka: Kafka, groupId: string): Promise<void> {
  await withAdmin(kafka, (admin) => admin.deleteGroups([groupId])).catch(() => undefined);
}
