import { grouped, median, ratioOf, type Found, type Rounds } from './measures.js';
import type { Section } from './options.js';

type Wish = readonly [
  ...[name: string, reached: number, bound: 'at least' | 'at most', asked: number],
  ...[aim: number | null, unit?: string],
];

/** The figures that were asked for and those that were reached: cells of a table. */
export function figuresOf(results: { readonly [Name in Section]?: Found }): string[][] {
  const of = (section: Section, row: string, figure = 'events/s'): Rounds =>
    results[section]?.rows.find(({ name }) => name === row)?.figures[figure] ?? [];
  const ratio = (one: string, other: string): number =>
    median(ratioOf(of('throughput', one), of('throughput', other)));
  const latency = (load: string, figure: string): number => median(of('latency', load, figure));
  /** The percentage by which an event costs more in one row than in another. */
  const dearer = (section: Section, from: string, to: string): number =>
    100 * (median(of(section, from)) / median(of(section, to)) - 1);
  const grown = (from: string, to: string, asked: number, aim: number): Wish => {
    const name = `growth of cost, ${from} → ${to}`;
    return [name, dearer('growth', from, to), 'at most', asked, aim, '%'];
  };
  const overBare = (pace: string): string => `${pace}, ours ÷ bare kafkajs`;
  const overObvious = ratio('ours, everysec', 'obvious, concurrent');
  const history = dearer('history', '1,500,000 events', '10,500,000 events');
  const megabytes = median(of('history', '5,500,000 events', 'MB resident'));
  const ofStream = median(of('signs', '5,000 streams', 'KB a stream'));
  const [small, middle] = [latency(overBare('100/s'), 'p50'), latency(overBare('1,000/s'), 'p99')];
  const wishes: Wish[] = [
    ['ours ÷ floor', ratio('ours, everysec', 'floor'), 'at least', 0.54, 0.7],
    ['always ÷ everysec', ratio('ours, always', 'ours, everysec'), 'at least', 0.6, 0.8],
    ['ours ÷ obvious, concurrent', overObvious, 'at least', 10, 20],
    ['p50 to the frame ÷ bare Kafka, 100/s', small, 'at most', 2, 1.5],
    ['p50 to the frame, 1,000/s', latency('1,000/s, ours', 'p50'), 'at most', 5, 3, 'ms'],
    ['p99 to the frame ÷ bare Kafka, 1,000/s', middle, 'at most', 3, 1.5],
    ['p99 to the frame, 10,000/s', latency('10,000/s, ours', 'p99'), 'at most', 40, 20, 'ms'],
    grown('1 jackpots', '100 jackpots', 60, 30),
    grown('100 jackpots', '10,000 jackpots', 60, 30),
    grown('10 tables', '50,000 tables', 30, 15),
    ['growth of cost with history', history, 'at most', 15, null, '%'],
    ['resident memory after 5,500,000 events', megabytes, 'at most', 250, 150, 'MB'],
    ['memory of an open stream', ofStream, 'at most', 20, null, 'KB'],
  ];
  // A figure without a measurement is not a missed figure.
  return wishes.filter(([, reached]) => !Number.isNaN(reached)).map(cellsOf);
}

function cellsOf([name, reached, bound, asked, aim, unit]: Wish): string[] {
  const written = (value: number): string =>
    unit ? `${grouped(value)} ${unit}` : grouped(value, 2);
  const isMet = bound === 'at least' ? reached >= asked : reached <= asked;
  const aimed = aim === null ? '' : written(aim);
  return [name, written(asked), aimed, written(reached), isMet ? 'yes' : 'no'];
}
