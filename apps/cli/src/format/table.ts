import { visible } from '#acts/visible';

/**
 * Rows as text in columns, with a header; an empty table says so.
 * @param isNumber by column: numbers are aligned right.
 */
export function table(
  header: readonly string[],
  rows: readonly (readonly (string | number)[])[],
  isNumber: readonly boolean[] = [],
): string {
  if (rows.length === 0) return `(no ${header[0] ?? 'rows'})\n`;
  const texts = rows.map((row) => row.map((cell) => visible(String(cell))));
  const widths = header.map((title, column) =>
    Math.max(title.length, ...texts.map((row) => row[column]?.length ?? 0)),
  );
  const line = (cells: readonly string[]): string => {
    const padded = cells.map((cell, column) => {
      const width = widths[column] ?? 0;
      return isNumber[column] ? cell.padStart(width) : cell.padEnd(width);
    });
    return padded.join('  ').trimEnd();
  };
  const rule = widths.map((width) => '-'.repeat(width));
  return `${[header, rule, ...texts].map(line).join('\n')}\n`;
}
