import type { ServiceMetrics } from '#service';
import { missingTables, movedTables, seenTables, tableTotals } from './partitions/figures.js';
import { major } from './metrics.js';
import type { OwnedPartitions } from './partitions/owned-partitions.js';

/** A fault of meters is shown for a day, for at most this number of tables. */
const movedShown = { ms: 86_400_000, tables: 100 };

/** Limit over all jackpots, so that a large floor does not outgrow the page. */
const tablesShown = 5_000;

/** The gauges of the tables, from memory alone; see contract 9.4. */
export function watchTables(
  service: ServiceMetrics,
  partitions: Pick<OwnedPartitions, 'all'>,
): void {
  const states = () => [...partitions.all()].flatMap(([, { state }]) => state ?? []);
  const facts = () => [...tableTotals(states())];
  service.watch('gauge', 'jackpot_tables', 'Tables that are known.', ['jackpot'], () =>
    facts().map(([id, { tables }]) => [id, tables] as const),
  );
  service.watch(
    'gauge',
    'jackpot_unsettled_rounds',
    'Rounds neither settled nor voided although their table went on.',
    ['jackpot'],
    () => facts().map(([id, { unsettled }]) => [id, unsettled] as const),
  );
  service.watch(
    'gauge',
    'jackpot_unsettled_oldest_seconds',
    'Age of the oldest unsettled round; 0 if there is none.',
    ['jackpot'],
    () => facts().map(([id, { oldestAtMs }]) => [id, ageOf(oldestAtMs)] as const),
  );
  service.watch(
    'gauge',
    'jackpot_carried_oldest_seconds',
    'Age of the oldest bet that was carried out of a void round; 0 if there is none.',
    ['jackpot'],
    () => facts().map(([id, { carriedAtMs }]) => [id, ageOf(carriedAtMs)] as const),
  );
  service.watch(
    'gauge',
    'jackpot_table_seen_timestamp_seconds',
    'Kafka time of the last event of a table.',
    ['jackpot', 'table'],
    () =>
      seenTables(states(), tablesShown).map(
        ({ jackpot, table, seenAtMs }) => [jackpot, table, seenAtMs / 1_000] as const,
      ),
  );
  service.watch(
    'gauge',
    'jackpot_table_meters_moved_major_units',
    'By how much a meter of a table had moved from the ledger’s when that was remarked last.',
    ['jackpot', 'table', 'meter'],
    () =>
      movedTables(states(), Date.now() - movedShown.ms, movedShown.tables).flatMap(
        ({ jackpot, table, moved }) => [
          [jackpot, table, 'stakes', major(moved.stakesMicros)] as const,
          [jackpot, table, 'paid', major(moved.paidMicros)] as const,
        ],
      ),
  );
  service.watch(
    'gauge',
    'jackpot_table_heartbeats_missed',
    'Of a listed table with a key that is silent for more than three heartbeats: how many it has missed.',
    ['jackpot', 'table'],
    () =>
      missingTables(states(), Date.now()).map(
        ({ jackpot, table, missed }) => [jackpot, table, missed] as const,
      ),
  );
}

/** Returns an age in seconds; 0 for no time, and for a time in the future. */
export function ageOf(atMs = Infinity): number {
  return Math.max(0, Date.now() - atMs) / 1_000;
}
