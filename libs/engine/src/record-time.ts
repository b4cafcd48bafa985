import { readableMs, type LogRecord } from '#log';

/**
 * When a record counts as recorded, in milliseconds (contract 2): by its Kafka timestamp, and never
 * before the records before it.
 * @param newestMs the time of the record before it, as it counts; 0 for the first.
 */
export function eventTime(record: Pick<LogRecord, 'recordedAtMs'>, newestMs: number): number {
  return Math.max(readableMs(record), newestMs);
}

/** A record with the time that it counts as; most are of that time already. */
export function timedRecord(record: LogRecord, newestMs: number): LogRecord {
  const recordedAtMs = eventTime(record, newestMs);
  return recordedAtMs === record.recordedAtMs ? record : { ...record, recordedAtMs };
}

/** Consecutive records with the times that they count as, after one of `newestMs`. */
export function timedRecords(records: readonly LogRecord[], newestMs: number): LogRecord[] {
  let newest = newestMs;
  return records.map((record) => {
    newest = eventTime(record, newest);
    return timedRecord(record, newest);
  });
}
