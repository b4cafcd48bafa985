import { visible } from '#acts';
import { formatMicros } from '#contract';
import { houseTime } from '../format/house-time.js';
import { cellWords, columns, type ColumnName, type SectionName } from './report-words.js';
import { cellNamed, type ReportCell, type ReportFrame, type ReportRow } from './report.js';

/** A cell as people read it: amounts in major units, times of the house, words in English. */
export function cellText(
  { currency, zone }: Pick<ReportFrame, 'currency' | 'zone'>,
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
      return cellWords[column]?.[cell as string]?.en ?? visible(String(cell));
    case 'text':
    case 'count':
    case 'digest':
      return visible(String(cell));
  }
}

/** Micro-units in major units, exactly, without the currency. */
export function majorUnits(micros: ReportCell, currency: string): string {
  return formatMicros(BigInt(micros ?? 0), currency).replace(`${currency} `, '');
}
