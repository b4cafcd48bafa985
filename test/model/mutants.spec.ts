import { readFileSync } from 'node:fs';
import { awardMutants, playMutants, signerMutants } from './mutants.js';

const mutants = [...playMutants, ...signerMutants, ...awardMutants];

test.each(mutants)('a mutant finds exactly once what it edits: $name', ({ file, find }) => {
  expect(readFileSync(file, 'utf8').split(find)).toHaveLength(2);
});
