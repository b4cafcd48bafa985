import type { LogRecord } from '#log';
import { emptyState } from '#pools';
import { WrittenLog } from '#testing/written-log';
import { foldRecords } from './folding.js';
import { timedRecords } from './record-time.js';

const { context, jackpots, partition } = WrittenLog;
const [main] = jackpots;

test('time never runs back, and stays within years of four digits', () => {
  const record = { partition, offset: 0, key: null, value: null, headers: {} };
  const timesMs = [-1, 7, 5, NaN, 9, 2 ** 63, 10];
  const records = timesMs.map((recordedAtMs) => ({ ...record, recordedAtMs }));
  const last = Date.UTC(9999, 0, 1) - 1;
  const counted = timedRecords(records, 3).map(({ recordedAtMs }) => recordedAtMs);
  expect(counted).toEqual([3, 7, 7, 7, 9, last, last]);
});

test('a record whose time is before the last counts as of that time, in all that is made of it', () => {
  const log = new WrittenLog(0).configure(main).bet(main, 'T1', '1', 1);
  log.settle(main, 'T1', '1', [{ seat: 1, hand: 'flush' }]);
  const timesMs = [0, 2_000, 5_000, 1_000];
  const records = log.records.map((record, index) => ({
    ...record,
    recordedAtMs: timesMs[index] as number,
  }));
  const state = emptyState();
  const { awards, frames, recordedAtMs } = foldRecords(state, records, context);
  const time = '1970-01-01T00:00:05.000Z';
  expect(awards).toMatchObject([{ recordedAt: time }]);
  expect(JSON.parse(frames[0] as string)).toMatchObject({ at: time, last: { at: time } });
  expect([recordedAtMs, state.newestMs]).toEqual([5_000, 5_000]);
  expect(state.tables.get('main/T1')).toMatchObject({ seenAtMs: 5_000 });
});

test('a command that has expired does not hold by a record of an earlier time', () => {
  const expires = '2026-11-21T04:00:00.500Z';
  const fold = (firstMs: number) => {
    const log = new WrittenLog().configure(main);
    const event = { specversion: '1.0', type: 'jackpot.suspended', source: 'ops', sequence: '2' };
    log.value(JSON.stringify({ ...event, id: 'x', subject: main, expires, data: { reason: 'r' } }));
    const [keys, configured, suspended] = log.records as [LogRecord, LogRecord, LogRecord];
    const beforeIt = { ...suspended, recordedAtMs: Date.parse(expires) - 1 };
    const records = [keys, { ...configured, recordedAtMs: firstMs }, beforeIt];
    return [...foldRecords(emptyState(), records, context).counts.exceptions.keys()];
  };
  expect(fold(Date.parse(expires) - 1)).toEqual([]);
  expect(fold(Date.parse(expires))).toEqual(['command-expired']);
});
