import { createHash } from 'node:crypto';
import type { KafkaMessage } from 'kafkajs';
import { BatchRecord } from './batch-record.js';

type Header = Buffer | string | null | undefined;

/** One record of a partition, its value untouched. */
export interface LogRecord {
  readonly partition: number;
  readonly offset: number;
  /** Kafka timestamp in milliseconds. */
  readonly recordedAtMs: number;
  readonly key: Buffer | null;
  readonly value: Buffer | null;
  /** A header that came several times is a list; Kafka allows one without a value. */
  readonly headers: Readonly<Record<string, Header | readonly Header[]>>;
}

/** @throws Error for an offset that is no safe integer. */
export function toRecord(partition: number, message: KafkaMessage): LogRecord {
  const parts = message instanceof BatchRecord ? message.parts() : message;
  const offset = Number(parts.offset);
  if (!Number.isSafeInteger(offset)) throw new Error(`offset ${parts.offset} is too large`);
  const { key, value, headers = {} } = parts;
  return { partition, offset, recordedAtMs: Number(parts.timestamp), key, value, headers };
}

/**
 * The hash that identifies a record: SHA-256 over its offset, timestamp, headers, key and value.
 * Kept with the position, it distinguishes a replaced log from the one that was applied.
 */
export function anchorOf(record: LogRecord): string {
  const headers = Object.entries(record.headers).map(([name, value]) => [name, String(value)]);
  const { key } = record;
  return createHash('sha256')
    .update(JSON.stringify(headers))
    .update(`${record.offset}|${record.recordedAtMs}|${key?.length ?? -1}|`)
    .update(key ?? '')
    .update(record.value ?? '')
    .digest('hex');
}

/** The epoch of the leader that wrote a record; kafkajs has it, but not in its types. */
export function leaderEpochOf(message: KafkaMessage | undefined): number | undefined {
  const { batchContext } = (message ?? {}) as { batchContext?: { partitionLeaderEpoch?: number } };
  return batchContext?.partitionLeaderEpoch;
}
