import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const text = readFileSync(join(import.meta.dirname, 'README.md'), 'utf8');
const rows = text
  .split('\n')
  .filter((line) => line.startsWith('| ') && !/^\| (?:attack|---)/.test(line))
  .map((line) => line.slice(2, -2).split(' | '));

describe('the table of attacks', () => {
  it('has an attack, an outcome and a test in each row', () => {
    expect(rows.length).toBeGreaterThan(35);
    for (const row of rows) expect([row, row.length]).toEqual([row, 3]);
    expect(new Set(rows.map(([attack]) => attack)).size).toBe(rows.length);
  });

  it.each(rows)('%s: its test is there', (_attack, _outcome, proof = '') => {
    const [, file = '', name = ''] = /^`([^`]+)`: (.+)$/.exec(proof) ?? [];
    expect([file, existsSync(file)]).toEqual([file, true]);
    expect(name).not.toBe('');
    // The text must begin the name of exactly one test.
    const found = readFileSync(file, 'utf8').split(`'${name}`).length - 1;
    expect([file, name, found]).toEqual([file, name, 1]);
  });
});
