import { fc } from '#testing/laws';
import { differenceIn, hostileRecords } from './hostile-log.js';

/**
 * Compares fold and model on random parts of hostile logs.
 * @throws Error at the first difference
 */
export function tryParts(runs: number): void {
  const part = fc
    .integer({ min: 1, max: 1_000_000 })
    .chain((seed) => fc.subarray([...hostileRecords(seed, 300)], { minLength: 100 }));
  fc.assert(
    fc.property(part, (records) => expect(differenceIn(records)).toBeNull()),
    { numRuns: runs },
  );
}
