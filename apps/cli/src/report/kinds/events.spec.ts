import type { StatementMessage } from '#contract';
import { foldRecords } from '#engine';
import type { JournalBlock } from '#ledger';
import { emptyState } from '#pools';
import type { RecordPlace } from '#proof';
import { WrittenLog } from '#testing/written-log';
import { ActList } from '../../reading/act-list.js';
import type { ReportRow } from '#papers';
import { EventWatch } from './events.js';

const minuteMs = 60_000;

/** The watch of the jackpot `main` after a log whose records come at these minutes. */
function watched(log: WrittenLog, minutes: readonly number[]): EventWatch {
  const { context } = WrittenLog;
  const records = log.records.map((record, index) => {
    return { ...record, recordedAtMs: record.recordedAtMs + (minutes[index] ?? 0) * minuteMs };
  });
  const { outbox } = foldRecords(emptyState(), records, context);
  const statements = outbox.flatMap(({ topic, value }) => {
    return topic === 'statements' ? [JSON.parse(value) as StatementMessage] : [];
  });
  const state = emptyState();
  const watch = new EventWatch('main', statements, new ActList('main', context));
  const place = { block: {} as JournalBlock } as RecordPlace;
  for (const record of records) {
    watch.before(state, record);
    watch.after(state, record, foldRecords(state, [record], context), place);
  }
  return watch;
}

const withoutTimes = (rows: readonly ReportRow[]) =>
  rows.map(([day, table, , ended, waited]) => [day, table, ended === null, waited]);

const close = (log: WrittenLog, day: string) => log.event('main', 'ops', 'day.closed', { day });

test('what was refused is counted by day, table and reason; of a stranger as no table’s', () => {
  const log = new WrittenLog().configure('main').configure('minor');
  log.bet('main', 'T1', '1', 1).bet('main', 'T1', '1', 1).bet('main', 'T1', '1', 1);
  log.settle('main', 'T9', '7').bet('minor', 'T1', '1', 1).bet('minor', 'T1', '1', 1);
  close(log, '2026-11-21').bet('main', 'T1', '1', 1);
  close(log, '2026-11-22');
  expect(watched(log, []).refusalRows).toEqual([
    ['2026-11-21', null, 'unknown-round', 1],
    ['2026-11-21', 'T1', 'seat-taken', 2],
    ['2026-11-22', 'T1', 'seat-taken', 1],
  ]);
});

test('a table is silent for more than five minutes, or three of its heartbeats, until it speaks', () => {
  const tables = [{ id: 'T1', heartbeatSeconds: 10 }, { id: 'T2' }];
  const log = new WrittenLog().configure('main', { tables });
  log.bet('main', 'T1', '1', 1).bet('main', 'T2', '1', 1);
  log.settle('main', 'T1', '1').settle('main', 'T2', '1');
  log.event('main', 'T2', 'table.heartbeat', {});
  close(log, '2026-11-21');
  const rows = watched(log, [0, 0, 0, 0, 1, 4, 11, 12]).silences;
  expect(withoutTimes(rows)).toEqual([
    ['2026-11-21', 'T1', false, '1 min'],
    ['2026-11-21', 'T2', false, '7 min'],
    ['2026-11-21', 'T1', true, '11 min'],
  ]);
});
