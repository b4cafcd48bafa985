import { stringify } from 'csv-stringify/sync';
import { majorUnits } from './cell-text.js';
import { columns, type SectionName } from './report-words.js';
import {
  cellNamed,
  columnsOfSection,
  type AskedReport,
  type ReportCell,
  type ReportFrame,
  type ReportRow,
} from './report.js';

const formula = /^[=+\-@\t\r]/;

/**
 * A list as CSV (RFC 4180), piece by piece: amounts in major units without thousands separators,
 * times as ISO 8601. A text that a spreadsheet would execute gets `'` before it.
 */
export class CsvList {
  /** The beginning of each line, so that files of several reports can be joined. */
  private readonly before: ReadonlyMap<string, ReportCell>;

  constructor(
    { jackpots }: AskedReport,
    private readonly frame: Pick<ReportFrame, 'currency' | 'day'>,
    private readonly section: SectionName,
  ) {
    const own: readonly string[] = columnsOfSection(section);
    const named = new Map<string, ReportCell>();
    const [jackpot = '', ...others] = jackpots;
    if (others.length === 0) named.set('jackpot', jackpot);
    named.set('day', frame.day).set('currency', frame.currency);
    this.before = new Map([...named].filter(([name]) => !own.includes(name)));
  }

  /** The first line. */
  get head(): string {
    return stringify([[...this.before.keys(), ...columnsOfSection(this.section)]]);
  }

  lines(rows: readonly ReportRow[]): string {
    const { section, before, frame } = this;
    const own = columnsOfSection(section);
    const texts = rows.map((row) => [
      ...[...before.values()].map(csvText),
      ...own.map((column) => {
        const cell = cellNamed(section, row, column);
        if (cell === null) return '';
        if (columns[column].is !== 'money') {
          return typeof cell === 'number' ? String(cell) : csvText(cell);
        }
        const of = cellNamed(section, row, 'currency') ?? frame.currency ?? '';
        return majorUnits(cell, String(of)).replaceAll(',', '');
      }),
    ]);
    return stringify(texts);
  }
}

function csvText(cell: ReportCell): string {
  const text = String(cell ?? '');
  return formula.test(text) ? `'${text}` : text;
}
