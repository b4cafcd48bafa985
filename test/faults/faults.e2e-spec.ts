import { runFaults } from './runner/run.js';
import { summaryOf } from './runner/summary.js';

/** Two of the faults of `npm run faults`; `npm run test:long` has each kind of crash once. */
test('a killed service and a torn file of Redis: nothing is lost or doubled, and no manual step is needed', async () => {
  const kinds = ['kill', 'redis-tail'] as const;
  const result = await runFaults({ count: kinds.length, kinds, seed: 'ci', say: () => undefined });
  // The sentences name the differences; `kept` names the folder of the logs.
  expect({ wrong: result.wrong, kept: result.kept }).toEqual({ wrong: [], kept: null });
  expect(summaryOf(result).line).toMatch(/^2 faults: 0 lost, 0 doubled, 0 needed a hand; /);
  expect(result.judgements).toBe(2);
  expect(result.awards).toBeGreaterThan(0);
});
