import { kinds } from './runner/plan.js';
import { runFaults } from './runner/run.js';
import { summaryOf } from './runner/summary.js';

/**
 * Twelve of the faults of `npm run faults`, one of each kind; the report has three hundred.
 */
test('twelve faults: after each nothing is lost or doubled, and no step is needed but the manual’s', async () => {
  const said: string[] = [];
  const result = await runFaults({ count: 12, seed: 'ci', say: (line) => said.push(line) });
  const { wrong, outcomes, judgements, awards } = result;
  // The sentences say what differs; `kept` names the folder of the logs.
  expect({ wrong, kept: result.kept }).toEqual({ wrong: [], kept: null });
  expect(new Set(outcomes.map(({ kind }) => kind))).toEqual(new Set(kinds));
  expect(summaryOf(result).line).toMatch(/^12 faults: 0 lost, 0 doubled, 0 needed a hand; /);
  expect(judgements).toBe(12);
  expect(awards).toBeGreaterThan(10);
}, 900_000);
