import { isCommand } from './authority.js';
import type { ModelEvent } from './events.js';
import { rootText } from './hostile-keys.js';
import { hostileRecords } from './hostile-log.js';
import { Partition } from './partition.js';

const REFUSALS = [
  ...['unsigned-command', 'bad-signature', 'sequence-ahead', 'command-repeated'],
  ...['command-expired', 'not-permitted', 'invalid-command'],
];

interface Judged {
  type: string;
  verdict: string;
}

/** What the model says of the commands of a log. */
function judged(seed: number, count: number): Judged[] {
  const partition = new Partition(rootText);
  return [...hostileRecords(seed, count)].flatMap(
    ({ value, headers, recordedAtMs, isLoose }, at) => {
      if (isLoose) return [];
      const event = JSON.parse(String(value)) as ModelEvent;
      const { outcome } = partition.take(
        event,
        { value, headers },
        { offset: at, timestampMs: recordedAtMs },
      );
      if (!isCommand(event)) return [];
      return [{ type: event.type, verdict: outcome.reasons[0] ?? outcome.effect }];
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
      const all = judged(seed, 4_000);
      const sets = all.filter(({ type }) => type === 'keys.set').map(({ verdict }) => verdict);
      const others = all.filter(({ type }) => type !== 'keys.set').map(({ verdict }) => verdict);
      const ofSets = REFUSALS.filter((refusal) => !/unsigned|ahead/.test(refusal));
      expect(ofSets.filter((refusal) => !sets.includes(refusal))).toEqual([]);
      expect(REFUSALS.filter((refusal) => !others.includes(refusal))).toEqual([]);
      expect(sets.filter((verdict) => verdict === 'applied').length).toBeGreaterThan(20);
      expect(others.filter((verdict) => verdict === 'applied').length).toBeGreaterThan(100);
    },
  );
});
