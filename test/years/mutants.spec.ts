import { readFileSync } from 'node:fs';
import { mutants } from './mutants.js';

test.each(mutants)('a mutant finds exactly once what it edits: $name', ({ file, find }) => {
  expect(readFileSync(file, 'utf8').split(find)).toHaveLength(2);
});
