import { readFileSync } from 'node:fs';
import { checkCase } from './check-case.js';

interface Vector {
  id: string;
  ruleset: string;
  clause: string;
  note: string;
  also?: string[];
}

const file = new URL('../../vectors.json', import.meta.url);
const { vectors } = JSON.parse(readFileSync(file, 'utf8')) as { vectors: Vector[] };

describe.each([...new Set(vectors.map(({ ruleset }) => ruleset))])('%s', (ruleset) => {
  const cases = vectors.filter((vector) => vector.ruleset === ruleset);
  test.each(cases.map((vector) => [vector.clause, vector.note, vector.id, vector] as const))(
    '%s: %s (%s)',
    (_clause, _note, _id, vector) => {
      expect(checkCase(vector)).toEqual([]);
    },
  );
});
