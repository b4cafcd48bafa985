import { firstDifference } from './hostile-log.js';
import { tryParts } from './parts-of-logs.js';

test('fold and model agree after every one of 4,000 other hostile records', () => {
  expect(firstDifference(2, 4_000)).toBeNull();
});

test('they agree on more parts of the records', () => tryParts(40));
