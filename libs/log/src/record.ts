import { createHash } from 'node:crypto';

/** The reason why a record in the log is not applied. */
export type SteppedOver = 'marker' | 'aborted';

type Header = Buffer | string | null | undefined;

/** One record of a partition, its value untouched. */
export interface LogRecord {
  readonly partition: number;
  readonly offset: number;
  /** Kafka timestamp in milliseconds. */
  readonly recordedAtMs: number;
  readonly key: Buffer | null;
  readonly value: Buffer | null;
  /** A repeated header is a list; Kafka allows one without a value. */
  readonly headers: Readonly<Record<string, Header | readonly Header[]>>;
  /** The reason why it is not applied: it ends a transaction, or belongs to an aborted one. */
  readonly steppedOver?: SteppedOver;
}

/**
 * The hash that identifies a record: SHA-256 over its offset, timestamp, headers, key and value.
 * Stored with the position, it distinguishes a replaced log from the one that was applied.
 */
export function anchorOf(record: LogRecord): string {
  const known = anchors.get(record);
  if (known !== undefined) return known;
  const anchor = hashOf(record);
  anchors.set(record, anchor);
  return anchor;
}

/** Caches hashes: the commit and the gate both need that of a commit's last record. */
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

/**
 * Latest readable time: a command after it can still expire in a year of four digits (contract 2).
 */
const lastReadableMs = Date.UTC(9999, 0, 1) - 1;

/** The timestamp of a record, limited to a year of four digits: a producer may write any number. */
export function readableMs({ recordedAtMs }: Pick<LogRecord, 'recordedAtMs'>): number {
  return Math.max(0, Math.min(recordedAtMs || 0, lastReadableMs));
}
