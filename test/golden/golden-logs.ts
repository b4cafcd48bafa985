import { Random } from '#pit/random';
import type { LogRecord } from '#log';
import { context, hostileRecords, placed } from '../model/hostile-log.js';
import { Load } from '../simulation/load.js';
import { root as floorRoot } from '../simulation/operator.js';
import type { GoldenLog } from './golden-log.js';

const writtenAt = Date.parse('2026-11-21T04:00:00.000Z');
const floorPartitions = 3;

/**
 * The logs of the present edition, 20,000 records in total: hostile tables and people with every
 * command and refusal, and a floor of several partitions whose producers sometimes make errors.
 * @param records of a log that is read again, by its name; by default they are made new
 */
export function goldenLogs(records: (name: string) => readonly LogRecord[]): GoldenLog[] {
  return [
    { name: 'hostile', ...context, records: records('hostile') },
    { name: 'floor', partitions: floorPartitions, root: floorRoot, records: records('floor') },
  ];
}

/** Makes the records of a log; the result is always the same. */
export function madeRecords(name: string): LogRecord[] {
  return name === 'hostile' ? hostileLog(19_000) : floorLog(1_000);
}

function hostileLog(count: number): LogRecord[] {
  return [...hostileRecords(3, count)].map(placed);
}

/** One partition of a floor, including the markers of transactions. */
function floorLog(count: number): LogRecord[] {
  const load = new Load(7, floorPartitions);
  const random = new Random('golden');
  const records: LogRecord[] = [];
  const own = load.next();
  for (let made = own; records.length < count; made = load.next()) {
    if (made.partition !== own.partition) continue;
    const { partition, value, headers } = made;
    const place = () => ({
      partition,
      offset: records.length,
      recordedAtMs: writtenAt + 500 * records.length + load.clockError(),
      key: null,
    });
    if (random.chance(0.02)) {
      records.push({
        ...place(),
        value: null,
        headers: {},
        steppedOver: random.pick(['marker', 'aborted']),
      });
    }
    if (records.length < count) records.push({ ...place(), value, headers });
  }
  return records;
}
