import type { KafkaMessage } from 'kafkajs';
import { LogFault } from '../log-fault.js';
import type { LogRecord, SteppedOver } from '../record.js';
import { BatchRecord, RefusedBatch } from './batch-record.js';

/** The readable part of the log from an offset on. */
export interface Readable {
  /** In order, up to the first batch that cannot be read. */
  readonly records: readonly LogRecord[];
  /** The fault after the records. */
  readonly fault: LogFault | undefined;
}

/** The records of messages fetched by a client of `openKafka`. */
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

/** @throws LogFault for a refused batch, and for an unreadable record. */
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

/** The epoch of the leader that wrote a record; kafkajs has it, but not in its types. */
export function leaderEpochOf(message: KafkaMessage | undefined): number | undefined {
  const { batchContext } = (message ?? {}) as { batchContext?: { partitionLeaderEpoch?: number } };
  return batchContext?.partitionLeaderEpoch;
}
