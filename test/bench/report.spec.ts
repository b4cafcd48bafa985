import { readFileSync } from 'node:fs';
import type { Figures } from './measures.js';
import { readOptions } from './options.js';
import { drawPicture } from './picture.js';
import { sectionTables, writeReport, type Measured, type Results } from './report.js';

const textOf = (file: string): string => readFileSync(new URL(file, import.meta.url), 'utf8');
const recorded = JSON.parse(textOf('results.json')) as Results;

describe('the report', () => {
  it('is what follows from the recorded results, and so is its picture', () => {
    expect(textOf('RESULTS.md')).toBe(writeReport(recorded));
    expect(textOf('results.svg')).toBe(drawPicture(recorded));
  });

  it('has ours by each candidate, round by round', () => {
    const tables = sectionTables('throughput', [
      row('floor', { 'events/s': [200, 400], records: [7, 7] }),
      row('ours, everysec', { 'events/s': [100, 100], records: [8, 8] }),
    ]);
    expect(tables[2]).toMatch(
      /^\| floor \| bare .* \| 300 \(200–400\) \| 0.38 \(0.25–0.50\) \| 7 \|$/,
    );
  });

  it('has nothing where a load has no such figure, and two digits of a ratio', () => {
    const [, , bare, ours, , , , costs] = sectionTables('latency', [
      row('1,000/s, bare kafkajs', { p50: [1] }),
      row('1,000/s, b ÷ a', { p50: [0.456], service: [0.5] }),
    ]);
    expect(bare).toMatch(/^\| 1,000\/s, bare kafkajs \| 1.0 \(1.0–1.0\) \|( {2}\|)+$/);
    expect(ours).toContain('| 0.46 (0.46–0.46) |');
    expect(costs).toMatch(/^\| 1,000\/s, bare kafkajs \|( {2}\|)+$/);
  });

  it('says by how much an event is dearer with more of everything, and what was asked', () => {
    const rates = { '10 tables': 100, '50,000 tables': 50 };
    const rows = Object.entries(rates).map(([name, rate]) => row(name, { 'events/s': [rate] }));
    const report = writeReport({ growth: { ...measured, rows } });
    expect(report).toContain(
      '| growth of cost, 10 tables → 50,000 tables | 30 % | 15 % | 100 % | no |',
    );
    expect(report).not.toContain('ours ÷ floor');
  });

  it('says where a table has fewer rounds than were asked for', () => {
    const growthOf = (rounds: number) => writeReport({ growth: { ...measured, rounds } });
    expect(growthOf(3)).toContain('3 round(s) of 5 that were asked for;');
    expect(growthOf(5)).toContain('5 round(s);');
  });
});

test('a run compares builds one event at a time and at the paces that are asked for', () => {
  const options = readOptions(['node', 'bench', '--small', 'a,b', '--rates', '50,2_000']);
  expect(options).toMatchObject({ small: true, roots: ['a', 'b'], rounds: 5 });
  const paces = [{ perSecond: 50 }, { perSecond: 2_000 }];
  expect(options.loads).toEqual([{ together: 1 }, { together: 6 }, ...paces]);
});

const machine = { date: '', cpu: '', cores: 2, memoryGigabytes: 24, system: '', versions: {} };
const sources = { digest: '', version: '' };
const measured: Measured = { machine, sources, rounds: 5, about: [], rows: [] };

function row(name: string, figures: Figures) {
  return { name, figures };
}
