import { stringify } from 'csv-stringify/sync';

/** A column of a CSV file. A spreadsheet takes a text that begins as a formula does for one. */
export interface CsvColumn {
  readonly name: string;
  readonly is: 'text' | 'number';
}

const formula = /^[=+\-@\t\r]/;

/** Rows as CSV with a head (RFC 4180). A text that a spreadsheet would run has `'` before it. */
export function csvOf(
  columns: readonly CsvColumn[],
  rows: readonly (readonly (string | number)[])[],
): string {
  const texts = rows.map((row) =>
    row.map((cell, index) => {
      const isText = columns[index]?.is === 'text';
      return isText && formula.test(String(cell)) ? `'${cell}` : cell;
    }),
  );
  return stringify([columns.map(({ name }) => name), ...texts]);
}
