import { readFileSync } from 'node:fs';

const read = (file: string) => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');

test('every figure of the README’s paragraph on speed is one of the last run', () => {
  const [, section = ''] = read('README.md').split('\n## How fast\n');
  const [paragraph = ''] = section.split('\n[RESULTS.md]');
  const figures = paragraph.match(/\d[\d,.]*(?<=\d)/g) ?? [];
  expect(figures.length).toBeGreaterThan(10);
  const results = read('test/bench/RESULTS.md').split(/[^\d,.]+/);
  const known = new Set([...results, '50', '99']);
  expect(figures.filter((figure) => !known.has(figure))).toEqual([]);
});
