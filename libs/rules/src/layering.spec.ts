import { readdirSync, readFileSync } from 'node:fs';

const root = new URL('../', import.meta.url);
const files = readdirSync(new URL('src/', root), { recursive: true })
  .map((name) => `src/${String(name).replaceAll('\\', '/')}`)
  .filter((name) => name.endsWith('.ts') && !name.endsWith('.spec.ts'));

test.each(files)('%s imports nothing from outside, and reads no clock and no chance', (name) => {
  const text = readFileSync(new URL(name, root), 'utf8');
  for (const [, from] of text.matchAll(/ from '([^']+)'/g)) expect(from).toMatch(/^\.{1,2}\//);
  expect(text).not.toMatch(/Date\b(?!s)|performance\.|Math\.random|process\.|\bimport\(/);
  expect(text.split('\n').length).toBeLessThanOrEqual(300);
});
