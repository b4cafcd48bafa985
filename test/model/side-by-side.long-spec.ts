import { firstDifference } from './hostile-log.js';

test.each([2])(
  'fold and model agree after every one of 4,000 hostile records, and no law is broken: seed %d',
  (seed) => expect(firstDifference(seed, 4_000)).toBeNull(),
);
