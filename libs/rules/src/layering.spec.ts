import { readdirSync, readFileSync } from 'node:fs';

const root = new URL('../', import.meta.url);
const files = readdirSync(new URL('src/', root), { recursive: true })
  .map((name) => `src/${String(name).replaceAll('\\', '/')}`)
  .filter((name) => name.endsWith('.ts') && !name.endsWith('.spec.ts'));

/**
 * Forbidden contents of a file of the rules: packages, a clock, chance, a process, or many lines.
 */
function faultsOf(text: string): string[] {
  const imported = [...text.matchAll(/ from '([^']+)'/g)].map(([, from]) => from as string);
  return [
    ...imported.filter((from) => !/^\.{1,2}\//.test(from)),
    ...(text.match(/Date\b(?!s)|performance\.|Math\.random|process\.|\bimport\(/g) ?? []),
    ...(text.split('\n').length > 300 ? ['over 300 lines'] : []),
  ];
}

test.each(files)('%s imports nothing from outside, and reads no clock and no chance', (name) => {
  expect(faultsOf(readFileSync(new URL(name, root), 'utf8'))).toEqual([]);
});

test.each([
  ["import fs from 'node:fs';", 'node:fs'],
  ["export { z } from 'zod';", 'zod'],
  ['new Date()', 'Date'],
  ['performance.now()', 'performance.'],
  ['Math.random()', 'Math.random'],
  ['process.env', 'process.'],
  ["await import('./a.js')", 'import('],
  ['\n'.repeat(300), 'over 300 lines'],
])('%j is found', (text, fault) => {
  expect(faultsOf(text)).toEqual([fault]);
});
