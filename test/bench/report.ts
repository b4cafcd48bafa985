import { keptReports, sourcesLine, type JudgedSources } from '../evidence/kept-reports.js';
import type { Machine } from '../support/machine.js';
import { figuresOf } from './asked.js';
import { grouped, median, ratioOf, spread, type Found, type Row } from './measures.js';
import { askedRounds, sections, type Section } from './options.js';
import { meanings } from './throughput.js';

/** The result of one section, with its time and its machine. */
export interface Measured extends Found {
  readonly machine: Machine;
  readonly sources: JudgedSources;
  readonly rounds: number;
}

/** The newest result of each section. A run of some sections leaves the others unchanged. */
export type Results = { readonly [Name in Section]?: Measured };

/** RESULTS.md: first the figures asked for and reached, then the tables with the details. */
export function writeReport(results: Results): string {
  const figures = figuresOf(results);
  return [
    '# Benchmarks',
    '',
    ...firstLine(results),
    'Written by `npm run bench`; not edited by hand. Everything is the median of the rounds with the least and',
    'the most behind it. Candidates take turns within one run, so ratios say more than the rates: they are',
    'of the two in one round, and the median of the rounds. Broker, Redis and every client share the machine.',
    '',
    '![Results](results.svg)',
    '',
    '## Asked and reached',
    '',
    ...table(['figure', 'asked', 'aim', 'reached', 'met'], figures),
    '[TRIED.md](TRIED.md) says why what is not met is not, and what was tried.',
    '',
    ...sections.flatMap((section) => sectionLines(section, results[section])),
  ].join('\n');
}

/** The line of the oldest section, so that the page counts as old as its oldest figure. */
function firstLine(results: Results): string[] {
  const all = Object.values(results);
  const [oldest] = all.sort((one, other) => (one.machine.date < other.machine.date ? -1 : 1));
  if (!oldest) return [];
  const { sources, machine } = oldest;
  const isOne = all.every((each) => each.sources.digest === sources.digest);
  const others = isOne ? [] : ['They are those of the oldest section; each section names its own.'];
  const line = sourcesLine(sources, keptReports.bench.command, machine.date.slice(0, 10));
  return [[line, ...others].join(' '), ''];
}

/** The tables of a section, with the time, the machine and the sources of the measurement. */
function sectionLines(section: Section, measured: Measured | undefined): string[] {
  if (!measured) return [];
  const { machine, sources, rounds, about, rows } = measured;
  const versions = Object.entries(machine.versions).map(([name, version]) => `${name} ${version}`);
  const { date, cpu, cores, memoryGigabytes, system } = machine;
  const tooFew = rounds < askedRounds ? ` of ${askedRounds} that were asked for` : '';
  return [
    `## ${section.charAt(0).toUpperCase()}${section.slice(1)}`,
    '',
    `${date} UTC, ${rounds} round(s)${tooFew}; ${cpu}, ${cores} cores, ${memoryGigabytes} GB, ${system};`,
    `${versions.join(', ')}; sources \`${sources.digest}\`.`,
    '',
    ...about,
    '',
    ...sectionTables(section, rows),
  ];
}

/** A column of a table: its title, and its cell for a row, given all rows. */
type Column = readonly [title: string, cell: (row: Row, rows: readonly Row[]) => string];

/** The figure of that name; ratios have two digits. */
function figure(name: string, digits = 0): Column {
  const cell = ({ name: row, figures }: Row): string => {
    const rounds = figures[name];
    return rounds ? spread(rounds, row.includes(' ÷ ') ? 2 : digits) : '';
  };
  return [name, cell];
}

const costs: readonly Column[] = [
  figure('events/s'),
  ['µs an event', ({ figures }) => grouped(1e6 / median(figures['events/s']), 1)],
  ...['service', 'Redis', 'broker'].map((name) => figure(name, 1)),
];

const tables: Readonly<Record<Section, readonly (readonly Column[])[]>> = {
  throughput: [
    [
      ['what', ({ name }) => meanings[name] ?? ''],
      figure('events/s'),
      ['ours ÷ it', ({ figures }, rows) => spread(ratioOf(ours(rows), figures['events/s']), 2)],
      ['records a round', ({ figures }) => grouped(median(figures['records']))],
    ],
  ],
  latency: [
    ['', 'sign ', 'acknowledged '].flatMap((way) =>
      ['p50', 'p99', 'p99.9'].map((share) => figure(`${way}${share}`, 1)),
    ),
    [
      ...[figure('commits/s'), figure('events a commit', 1), figure('reads of Redis', 2)],
      ...['service', 'Redis', 'broker', 'gateway', 'sender', 'all'].map((name) => figure(name)),
    ],
  ],
  growth: [costs],
  history: [[...costs, figure('MB resident')]],
  signs: [['p50', 'p99', 'µs a value', 'KB a stream'].map((name) => figure(name, 1))],
};

function ours(rows: readonly Row[]): Row['figures'][string] {
  return rows.find(({ name }) => name === 'ours, everysec')?.figures['events/s'] ?? [];
}

export function sectionTables(section: Section, rows: readonly Row[]): string[] {
  return tables[section].flatMap((columns) =>
    table(
      ['', ...columns.map(([title]) => title)],
      rows.map((row) => [row.name, ...columns.map(([, cell]) => cell(row, rows))]),
    ),
  );
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line), ''];
}
