import { isUtf8 } from 'node:buffer';
import type { LogRecord } from '#log';

/** Bytes in JSON: a text if they are UTF-8, else base64. */
type WrittenBytes = string | { readonly base64: string } | null;

interface WrittenRecord {
  readonly offset: number;
  /** Kafka time, ms. */
  readonly time: number;
  readonly key: WrittenBytes;
  readonly value: WrittenBytes;
  /** Name and value; a repeated header has an entry for each time. */
  readonly headers: readonly (readonly [string, WrittenBytes])[];
  readonly steppedOver?: NonNullable<LogRecord['steppedOver']>;
}

/** A record of the log as one line of JSON, without the line feed (README, *Lines*). */
export function lineOfRecord(record: LogRecord): string {
  const { offset, recordedAtMs: time, key, value, headers, steppedOver } = record;
  const pairs = Object.entries(headers).flatMap(([name, one]) =>
    [one].flat().map((each) => [name, recordLine(each)] as const),
  );
  const line: WrittenRecord = {
    offset,
    time,
    key: recordLine(key),
    value: recordLine(value),
    headers: pairs,
    ...(steppedOver && { steppedOver }),
  };
  return JSON.stringify(line);
}

/**
 * Returns the record of a line, exact to the byte of key, value and headers. Undefined if the line
 * differs from the one that `lineOfRecord` writes for that record.
 */
export function recordOfLine(partition: number, line: string): LogRecord | undefined {
  let record: LogRecord;
  try {
    record = readRecord(partition, JSON.parse(line) as WrittenRecord);
  } catch {
    return undefined;
  }
  const { offset, recordedAtMs, steppedOver } = record;
  const isTyped = Number.isSafeInteger(offset) && offset >= 0 && Number.isInteger(recordedAtMs);
  const isKnown = steppedOver === undefined || ['marker', 'aborted'].includes(steppedOver);
  return isTyped && isKnown && lineOfRecord(record) === line ? record : undefined;
}

/** @throws TypeError if a member is missing, or of another type. */
function readRecord(partition: number, written: WrittenRecord): LogRecord {
  const { offset, time, key, value, headers, steppedOver } = written;
  // Inherits nothing, like the log's headers: a header may have any name.
  const all = Object.create(null) as Record<string, Buffer | null | (Buffer | null)[]>;
  for (const [name, one] of headers) {
    const known = all[name];
    if (known === undefined) all[name] = bytesOf(one);
    else all[name] = [known, bytesOf(one)].flat();
  }
  const parts = { key: bytesOf(key), value: bytesOf(value), headers: all };
  const record = { partition, offset, recordedAtMs: time, ...parts };
  return steppedOver ? { ...record, steppedOver } : record;
}

function recordLine(bytes: Buffer | string | null | undefined): WrittenBytes {
  if (bytes === null || bytes === undefined) return null;
  if (typeof bytes === 'string') return bytes;
  return isUtf8(bytes) ? bytes.toString() : { base64: bytes.toString('base64') };
}

function bytesOf(text: WrittenBytes): Buffer | null {
  if (text === null) return null;
  return typeof text === 'string' ? Buffer.from(text) : Buffer.from(text.base64, 'base64');
}
