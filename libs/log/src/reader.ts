import { randomUUID } from 'node:crypto';
import type { Kafka } from 'kafkajs';
import type { Watermarks } from './gate.js';
import { toRecord, type LogRecord } from './record.js';

/** Where a topic's partitions begin and end now. */
export async function readWatermarks(kafka: Kafka, topic: string): Promise<Watermarks[]> {
  const admin = kafka.admin();
  await admin.connect();
  try {
    const offsets = await admin.fetchTopicOffsets(topic);
    const marks: Watermarks[] = [];
    for (const { partition, low, high } of offsets) {
      marks[partition] = { low: Number(low), high: Number(high) };
    }
    return marks;
  } finally {
    await admin.disconnect();
  }
}

/**
 * Reads ranges of a topic's partitions from outside of the service's group, in order within each
 * partition, and resolves when all are read. `onRecords` gets consecutive records.
 * @param ranges by partition: from `from` (included) to `to` (not included); absent ones are not read.
 * @throws Error when a record of a range is missing.
 */
export async function readLog(
  kafka: Kafka,
  topic: string,
  ranges: ReadonlyMap<number, { from: number; to: number }>,
  onRecords: (partition: number, records: readonly LogRecord[]) => Promise<void> | void,
): Promise<void> {
  const left = new Map([...ranges].filter(([, { from, to }]) => from < to));
  if (left.size === 0) return;
  const groupId = `${topic}-reader-${randomUUID()}`;
  const next = new Map([...left].map(([partition, { from }]) => [partition, from]));
  const consumer = kafka.consumer({
    groupId,
    maxWaitTimeInMs: 100,
    retry: { restartOnFailure: async () => false },
  });
  await consumer.connect();
  try {
    await new Promise<void>((resolve, reject) => {
      consumer.on('consumer.crash', ({ payload }) => reject(payload.error));
      const read = async (): Promise<void> => {
        await consumer.subscribe({ topic, fromBeginning: true });
        await consumer.run({
          autoCommit: false,
          eachBatchAutoResolve: false,
          partitionsConsumedConcurrently: left.size,
          eachBatch: async ({ batch, resolveOffset, heartbeat, isStale }) => {
            const { partition } = batch;
            const range = left.get(partition);
            if (!range || isStale()) return;
            const wanted = next.get(partition) as number;
            const records = batch.messages
              .map((message) => toRecord(partition, message))
              .filter(({ offset }) => offset >= wanted && offset < range.to);
            const broken = records.findIndex(({ offset }, index) => offset !== wanted + index);
            if (broken >= 0 || (records.length === 0 && Number(batch.firstOffset()) > wanted)) {
              throw new Error(
                `${topic}/${partition} has no record at offset ${wanted + Math.max(broken, 0)}`,
              );
            }
            await onRecords(partition, records);
            next.set(partition, wanted + records.length);
            resolveOffset(batch.lastOffset());
            await heartbeat();
            if (wanted + records.length >= range.to) {
              left.delete(partition);
              consumer.pause([{ topic, partitions: [partition] }]);
              if (left.size === 0) resolve();
            }
          },
        });
        for (const [partition, { from }] of left) {
          consumer.seek({ topic, partition, offset: String(from) });
        }
      };
      read().catch(reject);
    });
  } finally {
    await consumer.disconnect();
    await forgetGroup(kafka, groupId);
  }
}

/** A group without members is only clutter on the broker, so failing to remove it is no fault. */
async function forgetGroup(kafka: Kafka, groupId: string): Promise<void> {
  const admin = kafka.admin();
  await admin.connect();
  await admin.deleteGroups([groupId]).catch(() => undefined);
  await admin.disconnect();
}
