import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { median } from './measures.js';
import { sections } from './options.js';
import type { Results } from './report.js';

const folder = mkdtempSync(join(tmpdir(), 'jackpot-bench-spec-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const bench = async (...args: string[]): Promise<string> => {
  const program = ['tools/bootstrap.mjs', 'program', 'test/bench/main.ts', '--smoke', ...args];
  return (await promisify(execFile)(process.execPath, program)).stdout;
};

test('a short run gives a figure for everything that it names', async () => {
  const report = await bench('--out', folder);
  expect(report).toBe(readFileSync(join(folder, 'RESULTS.md'), 'utf8'));
  const results = JSON.parse(readFileSync(join(folder, 'results.json'), 'utf8')) as Results;
  expect(Object.keys(results)).toEqual([...sections]);
  const rows = Object.values(results).flatMap((section) => section.rows);
  expect(rows).toHaveLength(5 + 2 * 3 + 2 * 2 + 2 + 1);
  for (const { name, figures } of rows) {
    for (const [figure, rounds] of Object.entries(figures)) {
      // A short round may use no processor time that Linux counts.
      expect([name, figure, median(rounds)]).toEqual([name, figure, expect.any(Number)]);
      expect(Number.isNaN(median(rounds))).toBe(false);
    }
    const main = figures['events/s'] ?? figures['p99'];
    expect([name, median(main) > 0]).toEqual([name, true]);
  }
}, 600_000);

test('two builds are compared by what a small commit costs', async () => {
  const table = await bench('--small', '.,.', '--rates', '100');
  expect(table).toContain('| 1 at a time, ours ÷ bare kafkajs |');
  expect(table).toContain('| 100/s, ours ÷ ours |');
}, 600_000);
