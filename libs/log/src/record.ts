import { createHash } from 'node:crypto';
import type { KafkaMessage } from 'kafkajs';

/** One record of a partition, its value untouched. */
export interface LogRecord {
  readonly partition: number;
  readonly offset: number;
  /** Kafka timestamp in milliseconds. */
  readonly timestamp: number;
  readonly key: Buffer | null;
  readonly value: Buffer | null;
  readonly headers: NonNullable<KafkaMessage['headers']>;
}

export function toRecord(partition: number, message: KafkaMessage): LogRecord {
  const offset = Number(message.offset);
  if (!Number.isSafeInteger(offset)) throw new Error(`offset ${message.offset} is too large`);
  return {
    partition,
    offset,
    timestamp: Number(message.timestamp),
    key: message.key,
    value: message.value,
    headers: message.headers ?? {},
  };
}

/**
 * The hash that names a record for ever: SHA-256 over its offset, timestamp, headers, key and
 * value. Kept with the position, it tells a log that was replaced from the one that was folded.
 */
export function anchorOf(record: LogRecord): string {
  const headers = Object.entries(record.headers).map(([name, value]) => [name, String(value)]);
  return createHash('sha256')
    .update(JSON.stringify(headers))
    .update(`${record.offset}|${record.timestamp}|${record.key?.length ?? -1}|`)
    .update(record.key ?? '')
    .update(record.value ?? '')
    .digest('hex');
}

/** Under which leader of its partition a record was written; kafkajs gives it and does not say so. */
export function leaderEpochOf(message: KafkaMessage | undefined): number | null {
  const { batchContext } = (message ?? {}) as { batchContext?: { partitionLeaderEpoch?: number } };
  return batchContext?.partitionLeaderEpoch ?? null;
}
