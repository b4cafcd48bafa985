import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { firstDifference } from './hostile-log.js';
import { awardMutants, differenceWith, playMutants, signerMutants } from './mutants.js';
import { tryParts } from './parts-of-logs.js';

/** side-by-side.long-spec.ts has more. */
test('fold and model agree after every one of 4,000 hostile records, and no law is broken', () => {
  expect(firstDifference(1, 4_000)).toBeNull();
});

test('they agree on whatever part of the records a log holds', () => tryParts(10));

/** Each needs its own process: one of each kind is here, more are in mutants.long-spec.ts. */
const first = [playMutants, awardMutants, signerMutants].flatMap(([each]) => each ?? []);

describe('with a fault put back into the fold', () => {
  const folder = mkdtempSync(join(tmpdir(), 'jackpot-model-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test.each(first)('the model finds it: $name', (fault) => {
    expect(differenceWith(fault, folder)).toMatch(/^seed \d+, event \d+: offset/);
  });
});
