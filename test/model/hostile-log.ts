import { foldRecords } from '#engine';
import type { LogRecord } from '#log';
import { emptyState } from '#pools';
import { commandKeys, signed } from '../simulation/operator.js';
import { Random } from '#pit/random';
import type { ModelEvent } from './events.js';
import { hostileEvents } from './generator.js';
import { SideBySide } from './side-by-side.js';

const writtenAt = Date.parse('2026-11-21T04:00:00.000Z');
/** One partition, which is the home of every jackpot. */
const context = { partitions: 1, keys: commandKeys };

/** Folds a seed's hostile events as records of a log, the model beside it. */
export function firstDifference(seed: number, events: number) {
  return differenceIn([...hostileEvents(seed, events)]);
}

/** The index of the first record on which fold and model differ; null where they agree. */
export function differenceIn(
  events: readonly ModelEvent[],
): { index: number; what: string } | null {
  const state = emptyState();
  const beside = new SideBySide();
  for (const [index, event] of events.entries()) {
    const record = recordOf(event, index);
    const what = beside.compare(record, foldRecords(state, [record], context), state);
    if (what !== null) return { index, what };
  }
  return null;
}

/** How wrong the clock of a record's producer is; the same for the same offset. */
function clockError(offset: number): number {
  const random = new Random(`clock/${offset}`);
  if (!random.chance(0.05)) return 0;
  return random.pick([-25 * 365 * 86_400_000, -writtenAt, -60_000, 40_000]);
}

function recordOf(event: ModelEvent, offset: number): LogRecord {
  const value = Buffer.from(JSON.stringify({ specversion: '1.0', ...event }));
  const isCommand = event.type.startsWith('jackpot.') || event.type === 'pool.adjusted';
  return {
    partition: 0,
    offset,
    recordedAtMs: writtenAt + offset * 1_000 + clockError(offset),
    key: Buffer.from(event.subject),
    value,
    headers: isCommand ? signed(value) : {},
  };
}
