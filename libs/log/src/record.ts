import { createHash } from 'node:crypto';

/** Why a record is not applied although it is in the log. */
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
  /** A header that came several times is a list; Kafka allows one without a value. */
  readonly headers: Readonly<Record<string, Header | readonly Header[]>>;
  /** Why it is not applied: it ends a transaction, or is of one that was aborted. */
  readonly steppedOver?: SteppedOver;
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

/** A command after it can still say when it expires, in a year of four digits (contract 2). */
const lastReadableMs = Date.UTC(9999, 0, 1) - 1;

/** The timestamp of a record, in a year of four digits: a producer may have written any number. */
export function readableMs({ recordedAtMs }: Pick<LogRecord, 'recordedAtMs'>): number {
  return Math.max(0, Math.min(recordedAtMs || 0, lastReadableMs));
}
