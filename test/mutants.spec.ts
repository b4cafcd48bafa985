import { readFileSync } from 'node:fs';
import { awardMutants, playMutants, signerMutants } from './model/mutants.js';
import { mutants as yearsMutants } from './years/mutants.js';

/** The spec of the simulation tries its own mutants. */
const mutants = [...playMutants, ...signerMutants, ...awardMutants, ...yearsMutants];

test.each(mutants)('a mutant finds exactly once what it edits: $name', ({ file, find }) => {
  expect(readFileSync(file, 'utf8').split(find)).toHaveLength(2);
});
