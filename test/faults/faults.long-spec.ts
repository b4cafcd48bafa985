import { kinds, type Kind } from './runner/plan.js';
import { runFaults } from './runner/run.js';
import { summaryOf } from './runner/summary.js';

/** Deliberate acts have their own tests in test/faults or test/hostile. */
const onPurpose: readonly Kind[] = ['log-bit', 'redis-forged', 'flood', 'foreign-member'];
const crashes = kinds.filter((kind) => !onPurpose.includes(kind));

/** Each kind of crash of `npm run faults` once; the report has more faults. */
test('a fault of each kind: after each nothing is lost or doubled, and no manual step is needed', async () => {
  const said: string[] = [];
  const result = await runFaults({
    count: crashes.length,
    kinds: crashes,
    seed: 'ci',
    say: (line) => said.push(line),
  });
  const { wrong, outcomes, judgements, awards } = result;
  // The sentences name the differences; `kept` names the folder of the logs.
  expect({ wrong, kept: result.kept }).toEqual({ wrong: [], kept: null });
  expect(new Set(outcomes.map(({ kind }) => kind))).toEqual(new Set(crashes));
  const { length: count } = crashes;
  const right = new RegExp(`^${count} faults: 0 lost, 0 doubled, 0 needed a hand; `);
  expect(summaryOf(result).line).toMatch(right);
  expect(judgements).toBe(count);
  expect(awards).toBeGreaterThan(10);
}, 900_000);
