import { isCommand } from './authority.js';
import type { ModelEvent } from './events.js';
import { rootText } from './hostile-keys.js';
import { hostileRecords } from './hostile-log.js';
import { Partition } from './partition.js';

const REFUSALS = [
  ...['unsigned-command', 'bad-signature', 'sequence-ahead', 'command-repeated'],
  ...['command-expired', 'not-permitted', 'invalid-command'],
];
/** Of acts that need two people, and of tables that are listed. */
const REFUSALS_OF_ACTS = [
  ...['needs-approval', 'unknown-proposal', 'proposal-expired', 'proposal-differs'],
  ...['same-person', 'not-permitted', 'too-many-proposals', 'unknown-table'],
];
const REFUSALS_OF_TABLES = ['unsigned-claim', 'bad-signature', 'unknown-table', 'table-blocked'];

interface Judged {
  type: string;
  isOfTable: boolean;
  verdict: string;
}

/** What the model says of the records of a log; of an approval that does its act, `done`. */
function judged(seed: number, count: number): Judged[] {
  const partition = new Partition(rootText);
  return [...hostileRecords(seed, count)].flatMap(
    ({ value, headers, recordedAtMs, isLoose }, at) => {
      if (isLoose) return [];
      const event = JSON.parse(String(value)) as ModelEvent;
      const { outcome, act } = partition.take(
        event,
        { value, headers },
        { offset: at, timestampMs: recordedAtMs },
      );
      const isDone = act !== null && event.type === 'act.approved';
      const verdict = isDone ? 'done' : (outcome.reasons.at(-1) ?? outcome.effect);
      return [{ type: event.type, isOfTable: !isCommand(event), verdict }];
    },
  );
}

describe('the hostile log', () => {
  it('says the same for the same seed', () => {
    expect([...hostileRecords(5, 300)]).toEqual([...hostileRecords(5, 300)]);
    expect([...hostileRecords(5, 300)]).not.toEqual([...hostileRecords(6, 300)]);
  });

  it.each([1, 2])(
    'has commands and keys for each refusal, and enough that hold: seed %d',
    (seed) => {
      const records = judged(seed, 4_000);
      const all = records.filter(({ isOfTable }) => !isOfTable);
      const sets = all.filter(({ type }) => type === 'keys.set').map(({ verdict }) => verdict);
      const others = all.filter(({ type }) => type !== 'keys.set').map(({ verdict }) => verdict);
      const ofSets = REFUSALS.filter((refusal) => !/unsigned|ahead/.test(refusal));
      expect(ofSets.filter((refusal) => !sets.includes(refusal))).toEqual([]);
      expect(REFUSALS.filter((refusal) => !others.includes(refusal))).toEqual([]);
      expect(sets.filter((verdict) => verdict === 'applied').length).toBeGreaterThan(20);
      expect(others.filter((verdict) => verdict === 'applied').length).toBeGreaterThan(100);
    },
  );

  it('has each refusal of an act that needs two people, and of a table that must sign', () => {
    const records = [1, 2].flatMap((seed) => judged(seed, 4_000));
    const [ofTables, others] = [true, false].map((isWanted) => {
      const wanted = records.filter(({ isOfTable }) => isOfTable === isWanted);
      return wanted.map(({ verdict }) => verdict);
    }) as [string[], string[]];
    expect(REFUSALS_OF_ACTS.filter((refusal) => !others.includes(refusal))).toEqual([]);
    expect(others.filter((verdict) => verdict === 'done').length).toBeGreaterThan(10);
    expect(REFUSALS_OF_TABLES.filter((refusal) => !ofTables.includes(refusal))).toEqual([]);
  });
});
