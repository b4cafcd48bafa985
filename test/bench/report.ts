import type { Growth, GrowthStep } from './growth.js';
import type { History } from './history.js';
import { latencyLines } from './latency-report.js';
import { grouped, measureOf, ratioOf, spread, type Measure } from './measures.js';
import type { Figure } from './figure.js';
import { costGrowth, figuresOf, type Measured, type Results } from './results.js';
import { keptReports, sourcesLine } from '../evidence/kept-reports.js';
import { askedRounds } from './options.js';
import { rulesLines } from './rules.js';
import { garbageLines } from './garbage/report.js';
import { signsLines } from './signs/report.js';
import { candidateMeanings, candidateNames } from './candidates.js';
import type { Throughput } from './throughput.js';

/** RESULTS.md: what was asked and reached first, then the tables behind it. */
export function writeReport(results: Results): string {
  const { throughput, latency, growth, history, signs, garbage, rules } = results;
  const figures = figuresOf(results);
  return [
    '# Benchmarks',
    '',
    ...firstLine(results),
    'Written by `npm run bench`; not edited by hand. Everything is the median of the rounds with the least and',
    'the most behind it. Candidates take turns within one run, so ratios say more than the rates: those of the',
    'throughput are of the two in one round, and the median of the rounds. Broker, Redis and every client share the machine.',
    '',
    '![Results](results.svg)',
    '',
    ...(figures.length > 0
      ? ['## Asked and reached', '', ...figureLines(figures), ...reasons]
      : []),
    ...section(throughput, throughputLines),
    ...section(latency, (found) => latencyLines(found, table)),
    ...section(growth, growthLines),
    ...section(history, historyLines),
    ...section(signs, (found) => signsLines(found, table)),
    ...section(garbage, (found) => garbageLines(found, table)),
    ...section(rules, (found) => rulesLines(found, table)),
  ].join('\n');
}

/** The line of the oldest section, so the page counts as old as its oldest figure. */
function firstLine(results: Results): string[] {
  const sections = Object.values(results as Record<string, Measured<unknown>>);
  const [oldest] = sections.sort((one, other) => (one.machine.date < other.machine.date ? -1 : 1));
  if (!oldest) return [];
  const { sources, machine } = oldest;
  const isOne = sections.every((each) => each.sources.digest === sources.digest);
  const others = isOne ? [] : ['They are those of the oldest section; each section names its own.'];
  const line = sourcesLine(sources, keptReports.bench.command, machine.date.slice(0, 10));
  return [[line, ...others].join(' '), ''];
}

/** The lines of a section, with when, where and of which sources it was measured. */
function section<T>(measured: Measured<T> | undefined, lines: (found: T) => string[]): string[] {
  if (!measured) return [];
  const { machine, sources, rounds, found } = measured;
  const [heading = '', ...rest] = lines(found);
  const versions = Object.entries(machine.versions).map(([name, version]) => `${name} ${version}`);
  const { date, cpu, cores, memoryGigabytes, system } = machine;
  const tooFew = rounds < askedRounds ? ` of ${askedRounds} that were asked for` : '';
  return [
    heading,
    '',
    `${date} UTC, ${rounds} round(s)${tooFew}; ${cpu}, ${cores} cores, ${memoryGigabytes} GB, ${system};`,
    `${versions.join(', ')}; sources \`${sources.digest}\`.`,
    ...rest,
  ];
}

const reasons = ['[TRIED.md](TRIED.md) says why what is not met is not, and what was tried.', ''];

export function figureLines(figures: readonly Figure[]): string[] {
  const rows = figures.map(({ name, asked, aim, reached, unit, isMet }) => {
    const written = (value: number | null): string => {
      if (value === null) return '';
      return `${value.toFixed(unit === '' && value < 100 ? 2 : 0)}${unit && ` ${unit}`}`;
    };
    return [name, written(asked), written(aim), written(reached), isMet ? 'yes' : 'no'];
  });
  return table(['figure', 'asked', 'aim', 'reached', 'met'], rows);
}

function throughputLines({ log, candidates, skipped }: Throughput): string[] {
  const ours = candidates['ours, everysec'] ?? measureOf([]);
  const rows = candidateNames.map((name) => {
    const measure = candidates[name];
    if (!measure) return [name, candidateMeanings[name], `skipped: ${skipped[name]}`, '', ''];
    const ratio = spread(ratioOf(ours, measure), (each) => each.toFixed(2));
    return [name, candidateMeanings[name], spread(measure), ratio, grouped(measure.records)];
  });
  return [
    '## Throughput',
    '',
    `One log of ${grouped(log.records)} records of the simulated pit (bets, deals, settlements with cards, voids; ${log.bytes} bytes each),`,
    `${grouped(log.tables)} tables, ${log.jackpots} jackpots, one in each partition, in its topic before the clock runs. Each candidate reads as`,
    'much of it as takes it some seconds. Timed is from a tenth of that (ours from where each partition has committed besides, since what is',
    'folded and not committed yet would count as done in no time) to all of it, so without the start of the process and the',
    'joining of the group: ours by the positions in Redis, the others when their handler has returned. The peers keep a',
    'pool and a sequence and nothing else: no rounds, no rules, no outputs, no journal. Ours does everything, its relay included.',
    '',
    ...table(['candidate', 'what', 'events/s', 'ours ÷ it', 'records a round'], rows),
  ];
}

function growthLines({ bytes, jackpots, tables, load, rebuild }: Growth): string[] {
  const rows = [...stepRows('jackpots', jackpots), ...stepRows('tables', tables)];
  const others = ['', '', '', ...costColumns.map(() => '')];
  return [
    '## Growth',
    '',
    `Events a second of the service catching up, by how much of everything there is; events of ${bytes} bytes, in logs of their own.`,
    'Then what one event costs by the clock, and by the processor time of each process, in microseconds.',
    '',
    ...table(stepHead, [
      ...rows,
      ['rebuild, from the first record', spread(rebuild.fromFirst), ...others],
      ['catching up, from the middle', spread(rebuild.tail), ...others],
    ]),
    `- A partition of ${grouped(load.tables)} tables is read from Redis and made into memory in ${spread(load.milliseconds)} ms.`,
    '',
  ];
}

function historyLines({ bytes, tables, steps, memory }: History): string[] {
  return [
    '## History',
    '',
    `\`npm run bench -- --only history\`: one process lives through all of it, ${grouped(tables)} tables, events of ${bytes} bytes.`,
    '',
    ...table(stepHead, stepRows('events before', steps)),
    ...table(
      ['events folded', 'MB resident'],
      memory.map(({ events, megabytes }) => [grouped(events), spread(megabytes)]),
    ),
  ];
}

const costColumns = ['service', 'Redis', 'broker'] as const;
const stepHead = [
  '',
  'events/s',
  'µs an event',
  'dearer than the one before',
  'than the first',
].concat(costColumns);

function stepRows(what: string, steps: readonly GrowthStep[]): string[][] {
  const [first] = steps;
  return steps.map((step, index) => {
    const { size, rate, processors } = step;
    const dearer = (than: GrowthStep | undefined): string =>
      index === 0 || !than ? '' : `${(100 * costGrowth([than, step])).toFixed(0)} %`;
    return [
      `${grouped(size)} ${what}`,
      spread(rate),
      tenths(1e6 / rate.median),
      dearer(steps[index - 1]),
      dearer(first),
      ...costColumns.map((name) => written(processors[name])),
    ];
  });
}

const tenths = (value: number): string => value.toFixed(1);

const written = (measure: Measure | undefined): string => (measure ? spread(measure, tenths) : '');

function table(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line), ''];
}
