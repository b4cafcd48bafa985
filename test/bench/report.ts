import type { Growth, GrowthStep } from './growth.js';
import type { LatencyAtRate, Percentiles } from './latency.js';
import { grouped, measureOf, ratioOf, spread } from './measures.js';
import type { Figure } from './figure.js';
import { costGrowth, figuresOf, type Measured, type Results } from './results.js';
import { garbageLines } from './garbage/report.js';
import { signsLines } from './signs/report.js';
import { candidateMeanings, candidateNames } from './candidates.js';
import type { Throughput } from './throughput.js';

/** RESULTS.md: what was asked and reached first, then the tables behind it. */
export function writeReport(results: Results): string {
  const { throughput, latency, growth, signs, garbage } = results;
  const figures = figuresOf(results);
  return [
    '# Benchmarks',
    'Written by `npm run bench`; not edited by hand. Everything is the median of the rounds with the least and',
    'the most behind it. Candidates take turns within one run, so ratios say more than the rates: those of the',
    'throughput are of the two in one round, and the median of the rounds. Broker, Redis and every client share the machine.',
    '',
    '![Results](results.svg)',
    '',
    ...(figures.length > 0 ? ['## Asked and reached', '', ...figureLines(figures)] : []),
    ...section(throughput, throughputLines),
    ...section(latency, latencyLines),
    ...section(growth, growthLines),
    ...section(signs, (found) => signsLines(found, table)),
    ...section(garbage, (found) => garbageLines(found, table)),
  ].join('\n');
}

/** The lines of a section, with when and where it was measured under its heading. */
function section<T>(measured: Measured<T> | undefined, lines: (found: T) => string[]): string[] {
  if (!measured) return [];
  const { machine, rounds, found } = measured;
  const [heading = '', ...rest] = lines(found);
  const versions = Object.entries(machine.versions).map(([name, version]) => `${name} ${version}`);
  const { date, cpu, cores, memoryGigabytes, system } = machine;
  return [
    heading,
    '',
    `${date} UTC, ${rounds} round(s); ${cpu}, ${cores} cores, ${memoryGigabytes} GB, ${system};`,
    `${versions.join(', ')}.`,
    ...rest,
  ];
}

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
    'much of it as takes it some seconds. Timed is from a tenth of that to all of it, so without the start of the process and the',
    'joining of the group: ours by the positions in Redis, the others when their handler has returned. The peers keep a',
    'pool and a sequence and nothing else: no rounds, no rules, no outputs, no journal. Ours does everything, its relay included.',
    '',
    ...table(['candidate', 'what', 'events/s', 'ours ÷ it', 'records a round'], rows),
  ];
}

function latencyLines(rates: readonly LatencyAtRate[]): string[] {
  const cells = ({ p50, p99, p999 }: Percentiles): string[] =>
    [p50, p99, p999].map((each) => spread(each, milliseconds));
  const rows = rates.flatMap(({ perSecond, bare, ours, afterAcknowledgement, acknowledgement }) => {
    const rate = `${grouped(perSecond)}/s`;
    const ratio = [ours.p50, ours.p99, ours.p999].map((each, index) =>
      (each.median / ([bare.p50, bare.p99, bare.p999][index]?.median ?? NaN)).toFixed(2),
    );
    return [
      [rate, 'produce → consumer, bare kafkajs', ...cells(bare)],
      [rate, 'produce → frame at a sign', ...cells(ours)],
      [rate, 'the second ÷ the first', ...ratio],
      [rate, 'acknowledgement → frame at a sign', ...cells(afterAcknowledgement)],
      [rate, 'produce → acknowledgement', ...cells(acknowledgement)],
    ];
  });
  return [
    '## Latency',
    '',
    'Events sent at a fixed pace, each when it is due; twelve jackpots with a sign (SSE) each. Values are conflated, so a bet is shown by',
    'the first frame whose version is behind its offset. Milliseconds; `acks=all`. Below zero: the frame came before the acknowledgement.',
    '',
    ...table(['pace', 'from → to', 'p50', 'p99', 'p99.9'], rows),
  ];
}

function growthLines({ jackpots, tables, history, load, rebuild }: Growth): string[] {
  const rowsOf = (what: string, steps: readonly GrowthStep[]): string[][] =>
    steps.map(({ size, rate }, index) => [
      `${grouped(size)} ${what}`,
      spread(rate),
      (1e6 / rate.median).toFixed(1),
      index === 0
        ? ''
        : `${(100 * costGrowth([steps[0] as GrowthStep, { size, rate }])).toFixed(0)} %`,
    ]);
  return [
    '## Growth',
    '',
    'Events a second of the service catching up, and what one event costs, by how much of everything there is.',
    '',
    ...table(
      ['', 'events/s', 'µs an event', 'dearer by'],
      [
        ...rowsOf('jackpots', jackpots),
        ...rowsOf('tables', tables),
        ...rowsOf('events before', history.steps),
        ['rebuild, from the first record', spread(rebuild.fromFirst), '', ''],
        ['catching up, from the middle', spread(rebuild.tail), '', ''],
      ],
    ),
    `- ${history.residentMegabytes.toFixed(0)} MB resident after ${grouped(history.events)} events of ${grouped(history.tables)} tables.`,
    `- A partition of ${grouped(load.tables)} tables is read from Redis and made into memory in ${spread(load.milliseconds)} ms.`,
    '',
  ];
}

const milliseconds = (value: number): string => value.toFixed(1);

function table(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line), ''];
}
