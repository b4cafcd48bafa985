import { readFileSync } from 'node:fs';
import { stepOf } from './growth.js';
import { commitsOf, type LatencyAtRate, type Percentiles } from './latency.js';
import { measureOf } from './measures.js';
import { readOptions, type BenchOptions } from './options.js';
import { writeReport } from './report.js';
import { figuresOf, type Measured, type Results } from './results.js';

const recorded = JSON.parse(
  readFileSync(new URL('results.json', import.meta.url), 'utf8'),
) as Results;

describe('the report', () => {
  it('is what follows from the recorded results', () => {
    const report = readFileSync(new URL('RESULTS.md', import.meta.url), 'utf8');
    expect(report).toBe(writeReport(recorded));
  });

  it('has the processor time of each process beside each latency', () => {
    const rows = rowsOf(writeReport({ latency: of([latencyAt(1_000)]) }), '1,000/s');
    const [bare = [], ours = []] = rows;
    expect(bare.slice(5)).toEqual(['', '', '3 (3–3)', '', '4 (4–4)']);
    expect(ours.slice(5)).toEqual(['10 (10–10)', '5 (5–5)', '6 (6–6)', '2 (2–2)', '7 (7–7)']);
  });

  it('has what a commit takes of all processes', () => {
    const report = writeReport({ latency: of([latencyAt(1_000)]) });
    const row = rowsOf(report, '1,000/s').at(-1);
    // Two events a commit.
    const processes = ['20 (20–20)', '10 (10–10)', '12 (12–12)', '4 (4–4)', '14 (14–14)'];
    expect(row).toEqual(['1,000/s', '500 (500–500)', '2.0 (2.0–2.0)', ...processes, '60 (60–60)']);
  });

  it('has by how much each size is dearer than the one before and than the first', () => {
    const report = writeReport({ growth: of(growth) });
    const cells = rowsOf(report, 'jackpots').map((row) => row.slice(3));
    expect(cells).toEqual([
      ['', '', '8.0 (8.0–8.0)', '', ''],
      ['-50 %', '-50 %', '8.0 (8.0–8.0)', '', ''],
      ['60 %', '-20 %', '8.0 (8.0–8.0)', '', ''],
    ]);
    const reached = figuresOf({ growth: of(growth) }).map(({ name, asked, aim, reached }) => [
      name,
      asked,
      aim,
      Math.round(reached),
    ]);
    expect(reached.slice(0, 3)).toEqual([
      ['growth of cost, 1 → 100 jackpots', 60, 30, -50],
      ['growth of cost, 100 → 10,000 jackpots', 60, 30, 60],
      ['growth of cost, 10 → 50,000 tables', 30, 15, 100],
    ]);
  });

  it('has the memory after five million events as a figure', () => {
    const at = (events: number, megabytes: number) => ({
      events,
      megabytes: measureOf([megabytes]),
    });
    const steps = [stepOf(1, [{ rate: 10, processors: {} }])];
    const memory = [at(1_100_000, 180), at(5_100_000, 210), at(10_100_000, 230)];
    const history = of({ bytes: 345, tables: 1_000, steps, memory });
    expect(figuresOf({ history }).at(-1)).toMatchObject({
      name: 'resident memory after 5,100,000 events',
      reached: 210,
    });
    expect(rowsOf(writeReport({ history }), '10,100,000')).toEqual([
      ['10,100,000', '230 (230–230)'],
    ]);
  });

  it('says where a table has fewer rounds than were asked for', () => {
    const growthOf = (rounds: number) => writeReport({ growth: { ...of(growth), rounds } });
    expect(growthOf(3)).toContain('3 round(s) of 5 that were asked for;');
    expect(growthOf(5)).toContain('5 round(s);');
  });

  it('has the rules', () => {
    const measures = [{ name: 'hands', perSecond: measureOf([1e6, 2e6, 3e6]) }];
    const report = writeReport({ rules: of({ measures, ratioToPeer: measureOf([300]) }) });
    expect(rowsOf(report, 'hands')).toEqual([['hands', '2,000,000 (1,000,000–3,000,000)']]);
    expect(report).toContain('300 (300–300) times as fast as pokersolver');
  });
});

describe('a run by its command line', () => {
  const options = (...given: string[]): BenchOptions => readOptions(['node', 'bench', ...given]);

  it('has five rounds and a history of ten million events, with a look after five', () => {
    expect(options().rounds).toBe(5);
    expect(options('--only', 'history')).toMatchObject({
      sections: ['history'],
      history: [1_000_000, 5_000_000, 10_000_000],
    });
  });
});

const machine = { date: '', cpu: '', cores: 2, memoryGigabytes: 24, system: '', versions: {} };

function of<T>(found: T): Measured<T> {
  return { machine, sources: { digest: '', version: '' }, rounds: 5, found };
}

const step = (size: number, rate: number) => stepOf(size, [{ rate, processors: { service: 8 } }]);
const growth = {
  bytes: 345,
  jackpots: [step(1, 20), step(100, 40), step(10_000, 25)],
  tables: [step(10, 50), step(1_000, 50), step(50_000, 25)],
  load: { tables: 1, milliseconds: measureOf([1]) },
  rebuild: { fromFirst: measureOf([1]), tail: measureOf([1]) },
};

function latencyAt(perSecond: number): LatencyAtRate {
  const [one] = [measureOf([1])];
  const same: Percentiles = { p50: one, p99: one, p999: one };
  const perEvent = { service: 10, Redis: 5, broker: 6, gateway: 2, sender: 7 };
  const work = { perEvent, perSecond: 500, commits: 100, events: 200 };
  return {
    perSecond,
    ...{ bare: same, ours: same, sign: same, afterAcknowledgement: same, acknowledgement: same },
    processors: {
      bare: { broker: measureOf([3]), sender: measureOf([4]) },
      ours: commitsOf([{ ...work, commits: 200 }]).processors,
    },
    commits: commitsOf([work]),
  };
}

/** The cells of the rows of the tables behind the figures, whose first cell ends like this. */
function rowsOf(report: string, text: string): string[][] {
  const [, tables = ''] = report.split(/\n## (?!Asked)/);
  return tables
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .map((line) => line.slice(2, -2).split(' | '))
    .filter(([first = '']) => first === text || first.endsWith(` ${text}`));
}
