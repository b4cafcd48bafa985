import { readableMs, type LogRecord } from '#log';

/**
 * The effective time of a record, in milliseconds (contract 2): its Kafka timestamp, but never
 * earlier than older records.
 * @param newestMs effective time of the previous record; 0 for the first.
 */
export function eventTime(record: Pick<LogRecord, 'recordedAtMs'>, newestMs: number): number {
  return Math.max(readableMs(record), newestMs);
}

/** A record with its effective time, which most records have already. */
export function timedRecord(record: LogRecord, newestMs: number): LogRecord {
  const recordedAtMs = eventTime(record, newestMs);
  return recordedAtMs === record.recordedAtMs ? record : { ...record, recordedAtMs };
}

/** Consecutive records with their effective times, after a record of `newestMs`. */
export function timedRecords(records: readonly LogRecord[], newestMs: number): LogRecord[] {
  let newest = newestMs;
  return records.map((record) => {
    newest = eventTime(record, newest);
    return timedRecord(record, newest);
  });
}
