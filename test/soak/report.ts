import { draw, type Mark } from './picture.js';
import { sourcesLine, type JudgedSources } from '../evidence/kept-reports.js';
import { machineLine, type Machine } from '../support/machine.js';
import { warmUpSeconds, type Verdict } from './growth.js';
import { measures, type Measure, type Recording, type Row } from './record.js';

export interface Outcome {
  readonly sources: JudgedSources;
  readonly machine: Machine;
  readonly minutes: number;
  readonly seed: string;
  readonly events: number;
  /** The events among these that the judged ledger applied. */
  readonly ownEvents: number;
  readonly marks: readonly Mark[];
  readonly rows: readonly Row[];
  /** Other failures, as sentences. */
  readonly faults: readonly string[];
}

/** Writes the results as a page in Markdown, next to its picture. */
export function writePage(outcome: Outcome): string {
  const { sources, machine, minutes, seed, events, ownEvents, marks, rows, faults } = outcome;
  const command = `npm run soak -- --minutes ${minutes} --seed ${seed}`;
  const struck = marks.map(({ at, what }) => `${what} at ${Math.round(at)} s`).join(', ');
  const share = Math.round((ownEvents / events) * 100);
  return [
    '# Soak',
    '',
    sourcesLine(sources, command, machine.date.slice(0, 10)),
    '',
    `${minutes} minutes, seed \`${seed}\`, ${events} events applied (${Math.round(events / minutes / 60)}/s), ` +
      `${ownEvents} of them (${share} %) by the ledger that is judged; ${marks.length} faults: ${struck || 'none'}.`,
    '',
    `**${verdictLine(rows)}**`,
    ...faults.map((fault) => `**${fault}**`),
    '',
    `${machineLine(machine)}.`,
    '',
    '![Memory, handles and lag over time](soak.svg)',
    '',
    '`ledger` and `signs` live from the beginning to the end. The faults hit what is around them: a second',
    'instance in the group (`peer`), Redis, the broker, the connections. The first',
    `${warmUpSeconds / 60} minutes are left out, in which caches and heaps fill and each kind of fault strikes once; all`,
    'the rest is judged as one. The slope is that of least squares over up to 30 blocks of a minute or more:',
    'of memory their floors, of everything else their medians. Its standard error (±) and its interval',
    'of 95 % allow for blocks that are like their neighbours. A measure is *flat* where the whole interval is at',
    'or below the limit; *grows* and *not shown* (too short or too noisy a run) both fail. *Heap kept* is that',
    'right after a forced collection. Redis’ memory is that without awards, of which 10,000 are kept for each',
    'jackpot; its data outlive its restarts.',
    '',
    ...table(rows),
    '',
  ].join('\n');
}

export function verdictLine(rows: readonly Row[]): string {
  const count = (verdict: Verdict): number =>
    rows.filter(({ growth }) => growth.verdict === verdict).length;
  const [growing, unknown] = [count('grows'), count('not shown')];
  if (rows.length === 0) return 'Nothing was measured.';
  if (growing + unknown === 0) return `All ${rows.length} measures are flat.`;
  const said = `Of ${rows.length} measures ${growing} grow, ${unknown} are not shown to be flat`;
  return unknown === 0 ? `${said}.` : `${said}: a longer run can show them.`;
}

export function table(rows: readonly Row[]): string[] {
  const head = '| process | measure | first | last | most | an hour | ± | 95 % | limit | |';
  const number = (value: number): string => (Number.isFinite(value) ? value.toFixed(1) : '–');
  const lines = rows.map(({ process, measure, first, last, most, growth }) => {
    const { perHour, errorPerHour, interval, verdict } = growth;
    const limit = measures[measure].limit?.perHour ?? '';
    const figures = [first, last, most, perHour, errorPerHour].map(number);
    const range = interval.map(number).join(' to ');
    return `| ${[process, measure, ...figures, range, limit, verdict].join(' | ')} |`;
  });
  return [head, '| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | --- |', ...lines];
}

const panels: readonly { title: string; measure: Measure }[] = [
  { title: 'Resident memory, MiB', measure: 'resident' },
  { title: 'Heap in use, MiB', measure: 'heap' },
  { title: 'Heap kept after a collection, MiB', measure: 'heap kept' },
  { title: 'Redis memory without awards, MiB', measure: 'Redis memory' },
  { title: 'Awards in Redis, MiB', measure: 'awards in Redis' },
  { title: 'Handles', measure: 'handles' },
  { title: 'Open files', measure: 'open files' },
  { title: 'Lag, records', measure: 'lag, records' },
  { title: 'Event loop delay p99, ms', measure: 'event loop p99, ms' },
];

export function drawSoak(recording: Recording, marks: readonly Mark[], title: string): string {
  const rows = recording.rows();
  const drawn = panels.map(({ title: name, measure }) => {
    const fits = rows.flatMap(({ process, measure: of, growth }) =>
      of === measure && growth.line.length > 0
        ? [{ name: `${process}, fitted`, points: growth.line }]
        : [],
    );
    return { title: name, lines: recording.lines(measure), fits };
  });
  return draw(drawn, marks, { title, warmUpSeconds });
}
