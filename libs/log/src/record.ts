import { createHash } from 'node:crypto';
import type { KafkaMessage } from 'kafkajs';
import { BatchRecord, RefusedBatch, type SteppedOver } from './batch-record.js';
import { LogFault } from './log-fault.js';

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
  /** Why it is not applied: it ends a transaction, or is of one that was aborted. */
  readonly steppedOver?: SteppedOver;
}

/** What the log has from an offset on. */
export interface Readable {
  /** In order, up to the first batch that cannot be read. */
  readonly records: readonly LogRecord[];
  /** What is wrong after them. */
  readonly fault: LogFault | undefined;
}

export function toRecords(partition: number, messages: readonly KafkaMessage[]): Readable {
  const records: LogRecord[] = [];
  try {
    for (const message of messages) records.push(toRecord(partition, message));
    return { records, fault: undefined };
  } catch (error) {
    if (!(error instanceof LogFault)) throw error;
    return { records, fault: error };
  }
}

/** @throws LogFault for a batch that is refused, and a record that cannot be read. */
export function toRecord(partition: number, message: KafkaMessage): LogRecord {
  const parts = partsOf(message);
  const offset = Number(parts.offset);
  if (!Number.isSafeInteger(offset)) {
    throw new LogFault('log-unreadable', `The offset ${parts.offset} is none that a log has.`);
  }
  const { key, value, headers = {} } = parts;
  const record = { partition, offset, recordedAtMs: Number(parts.timestamp), key, value, headers };
  const { batchContext } = message as { batchContext?: { steppedOver?: SteppedOver } };
  return batchContext?.steppedOver ? { ...record, steppedOver: batchContext.steppedOver } : record;
}

function partsOf(
  message: KafkaMessage | RefusedBatch,
): KafkaMessage | ReturnType<BatchRecord['parts']> {
  if (message instanceof RefusedBatch) throw message.fault;
  if (!(message instanceof BatchRecord)) return message;
  try {
    return message.parts();
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    const sentence = `The record at offset ${message.offset} cannot be read: ${error.message}.`;
    throw new LogFault('log-unreadable', sentence);
  }
}

/**
 * The hash that identifies a record: SHA-256 over its offset, timestamp, headers, key and value.
 * Kept with the position, it distinguishes a replaced log from the one that was applied.
 */
export function anchorOf(record: LogRecord): string {
  const known = anchors.get(record);
  if (known !== undefined) return known;
  const anchor = hashOf(record);
  anchors.set(record, anchor);
  return anchor;
}

/** The last record of a commit is asked for by the commit and by the gate. */
const anchors = new WeakMap<LogRecord, string>();

function hashOf(record: LogRecord): string {
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
