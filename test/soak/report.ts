import { draw, type Mark } from './picture.js';
import { machineLine, type Machine } from '../support/machine.js';
import { measures, type Measure, type Recording, type Row } from './record.js';

export interface Outcome {
  readonly machine: Machine;
  readonly minutes: number;
  readonly seed: string;
  readonly events: number;
  readonly marks: readonly Mark[];
  readonly rows: readonly Row[];
  /** What went wrong beside growth, each a sentence. */
  readonly faults: readonly string[];
}

/** What was measured, as a page in Markdown beside its picture. */
export function writePage(outcome: Outcome): string {
  const { machine, minutes, seed, events, marks, rows, faults } = outcome;
  const growing = rows.filter(({ growth }) => growth.judged && growth.isGrowing);
  return [
    '# Soak',
    '',
    `${minutes} minutes, seed \`${seed}\`, ${events} events applied (${Math.round(events / minutes / 60)}/s), ` +
      `${marks.length} faults: ${marks.map(({ at, what }) => `${what} at ${Math.round(at)} s`).join(', ') || 'none'}.`,
    '',
    growing.length === 0 ? '**Nothing grows.**' : `**${growing.length} of the measures grow.**`,
    ...faults.map((fault) => `**${fault}**`),
    '',
    `On ${machine.date.slice(0, 10)}; ${machineLine(machine)}.`,
    '',
    '![Memory, handles and lag over time](soak.svg)',
    '',
    'Each life of a process is judged by itself, without its first 40 % (at least 30 s): the Theil–Sen',
    'slope of the floors of each 15 s. It grows where the slope is over the limit with 95 % confidence and',
    'the rise is more than noise. A life of less than 120 s behind its warm-up is not judged. Redis’ memory is',
    'that without awards: of those 10,000 are kept for each jackpot, and until then they grow; the pit is lucky here.',
    '',
    ...table(rows),
    '',
  ].join('\n');
}

export function table(rows: readonly Row[]): string[] {
  const head = '| process | life | measure | first | last | most | an hour | at least | limit | |';
  const number = (value: number): string => value.toFixed(1);
  const lines = rows.map(({ process, life, measure, first, last, most, growth }) => {
    const limit = measures[measure].limits?.perHour ?? '';
    const slopes = growth.judged
      ? [
          number(growth.perHour),
          number(growth.atLeastPerHour),
          limit,
          growth.isGrowing ? 'GROWS' : 'flat',
        ]
      : ['', '', limit, 'too short'];
    return `| ${[process, life, measure, number(first), number(last), number(most), ...slopes].join(' | ')} |`;
  });
  return [head, '| --- | ---: | --- | ---: | ---: | ---: | ---: | ---: | ---: | --- |', ...lines];
}

const panels: readonly { title: string; measure: Measure }[] = [
  { title: 'Resident memory, MiB', measure: 'resident' },
  { title: 'Heap in use, MiB', measure: 'heap' },
  { title: 'Redis memory without awards, MiB', measure: 'Redis memory' },
  { title: 'Awards in Redis, MiB', measure: 'awards in Redis' },
  { title: 'Handles', measure: 'handles' },
  { title: 'Open files', measure: 'open files' },
  { title: 'Lag, records', measure: 'lag, records' },
  { title: 'Event loop delay p99, ms', measure: 'event loop p99, ms' },
];

export function drawSoak(recording: Recording, marks: readonly Mark[], title: string): string {
  const drawn = panels.map((panel) => ({
    title: panel.title,
    lines: recording.lines(panel.measure),
  }));
  return draw(drawn, marks, title);
}
