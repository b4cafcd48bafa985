import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { differenceIn, firstDifference, hostileRecords } from './hostile-log.js';
import { awardMutants, differenceWith, playMutants, signerMutants } from './mutants.js';

/** More are in side-by-side.long-spec.ts. */
test('fold and model agree after every one of 4,000 hostile records, and no law is broken', () => {
  expect(firstDifference(1, 4_000)).toBeNull();
});

test('they agree on whatever part of the records a log holds', () => {
  const part = fc
    .integer({ min: 1, max: 1_000_000 })
    .chain((seed) => fc.subarray([...hostileRecords(seed, 300)], { minLength: 100 }));
  fc.assert(
    fc.property(part, (records) => expect(differenceIn(records)).toBeNull()),
    { numRuns: 10 },
  );
});

/** Each takes a process of its own: one of each kind is here, more are in mutants.long-spec.ts. */
const first = [playMutants, awardMutants, signerMutants].flatMap(([each]) => each ?? []);

describe('with a fault put back into the fold', () => {
  const folder = mkdtempSync(join(tmpdir(), 'jackpot-model-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test.each(first)('the model finds it: $name', (fault) => {
    expect(differenceWith(fault, folder)).toMatch(/^seed \d+, event \d+: offset/);
  });
});
