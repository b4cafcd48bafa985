import { limitShares } from './newest-records.js';

test.each([
  [[5, 5, 5], 100, [5, 5, 5]],
  [[17_000, 0, 3], 10_000, [9_997, 0, 3]],
  [[100, 10, 100], 110, [50, 10, 50]],
  [[7, 7], 3, [1, 2]],
  [[], 3, []],
])('of %j a limit of %i takes %j', (sizes, limit, shares) => {
  expect(limitShares(sizes, limit)).toEqual(shares);
});
