import { ageInWords } from './age.js';

test.each([
  [0, '0 min'],
  [-5_000, '0 min'],
  [59 * 60_000, '59 min'],
  [61 * 60_000, '1 h 1 min'],
  [26 * 3_600_000, '1 d 2 h'],
])('an age of %i ms is %s', (ms, age) => expect(ageInWords(ms)).toBe(age));
