import { foldRecords } from '#engine';
import type { LogRecord } from '#log';
import { emptyState } from '#pools';
import { root } from '../simulation/operator.js';
import { Random } from '#pit/random';
import type { ModelEvent } from './events.js';
import { hostileEvents } from './generator.js';
import { SideBySide } from './side-by-side.js';

const writtenAt = Date.parse('2026-11-21T04:00:00.000Z');
/** One partition, which is the home of every jackpot. */
const context = { partitions: 1, root };

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
    const { record, isLoose } = recordOf(event, index);
    const folded = foldRecords(state, [record], context);
    const what = beside.compare(record, folded, state);
    if (what !== null) return { index, what };
    if (folded.counts.exceptions.has('malformed') === isLoose) continue;
    return {
      index,
      what: `offset ${index} is ${isLoose ? 'taken' : 'malformed'}: ${record.value}`,
    };
  }
  return null;
}

/** How wrong the clock of a record's producer is; the same for the same offset. */
function clockError(offset: number): number {
  const random = new Random(`clock/${offset}`);
  if (!random.chance(0.05)) return 0;
  return random.pick([-25 * 365 * 86_400_000, -writtenAt, -60_000, 40_000]);
}

/** A text that JSON readers read in different ways (contract 3); null for what is left as it is. */
function loosened(text: string, offset: number): string | null {
  const random = new Random(`loose/${offset}`);
  if (!random.chance(0.02)) return null;
  const member = random.pick(text.match(/"\w+":/g) ?? []);
  const before = random.pick([
    `${member}null,${member}`,
    `"other":[{"n":100.00000000000000001}],${member}`,
    `"__proto__":{},${member}`,
  ]);
  return text.replace(member, () => before);
}

function recordOf(event: ModelEvent, offset: number): { record: LogRecord; isLoose: boolean } {
  const text = JSON.stringify({ specversion: '1.0', ...event });
  const loose = loosened(text, offset);
  const value = Buffer.from(loose ?? text);
  const isCommand = event.type.startsWith('jackpot.') || event.type === 'pool.adjusted';
  const record = {
    partition: 0,
    offset,
    recordedAtMs: writtenAt + offset * 1_000 + clockError(offset),
    key: Buffer.from(event.subject),
    value,
    headers: isCommand ? signed(value) : {},
  };
  return { record, isLoose: loose !== null };
}
