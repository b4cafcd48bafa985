import { readFileSync } from 'node:fs';
import { fc } from '#testing/laws';
import { checkCase } from './check-case.js';
import { type Json, oddValues, spoil } from '../testing/spoil.js';

const file = new URL('../../vectors.json', import.meta.url);
const { vectors } = JSON.parse(readFileSync(file, 'utf8')) as { vectors: Record<string, Json>[] };

test('a spoiled case is answered or named, and never breaks the program', () => {
  const odd = fc.oneof(
    fc.constant(undefined),
    fc.constantFrom(...oddValues),
    fc.jsonValue() as fc.Arbitrary<Json>,
  );
  const path = fc.array(fc.nat({ max: 12 }), { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(fc.constantFrom(...vectors), path, odd, (vector, places, value) => {
      const given = spoil(vector.given!, places, value);
      const differences = checkCase({ ...vector, given });
      for (const { actual, key } of differences) if (key === '') expect(actual).toMatch(/\.$/);
    }),
    { numRuns: 3_000 },
  );
});
