import { houseTime, visible } from '#acts';
import { formatMicros } from '#contract';
import type { Words } from '../words.js';
import { cellWords, columns, type ColumnName, type SectionName } from './report-words.js';
import { cellNamed, type ReportCell, type ReportRow } from './report.js';

/** The currency and the zone in which people read the cells of a report. */
export interface HouseWords {
  readonly currency: string | null;
  readonly zone: string;
}

/** A cell in words for people: amounts in major units, times of the house, text in English. */
export function cellText(
  { currency, zone }: HouseWords,
  [section, row]: readonly [SectionName, ReportRow],
  column: ColumnName,
): string {
  const cell = cellNamed(section, row, column);
  if (cell === null) return '';
  switch (columns[column].is) {
    case 'money': {
      const own = cellNamed(section, row, 'currency');
      return majorUnits(cell, own === null ? (currency ?? '') : String(own));
    }
    case 'time':
      return houseTime(String(cell), zone);
    case 'word':
      return wordsOfCell(column, cell)?.en ?? visible(String(cell));
    case 'text':
    case 'count':
    case 'digest':
      return visible(String(cell));
  }
}

/** The words of a cell, if it has any. */
export function wordsOfCell(column: ColumnName, cell: ReportCell): Words | undefined {
  const own = cellWords[column];
  return own && Object.hasOwn(own, String(cell)) ? own[String(cell)] : undefined;
}

/** Micro-units in major units, exactly, without the currency. */
export function majorUnits(micros: ReportCell, currency: string): string {
  return formatMicros(BigInt(micros ?? 0), currency).replace(`${currency} `, '');
}
