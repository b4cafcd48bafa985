/** A table for people: columns as wide as their widest cell, numbers to the right. */
export function tableOf(rows: readonly (readonly string[])[]): string[] {
  const columns = Math.max(...rows.map((row) => row.length));
  const widths = Array.from({ length: columns }, (_, column) =>
    Math.max(...rows.map((row) => (row[column] ?? '').length)),
  );
  return rows.map((row) => {
    const cells = widths.map((width, column) => {
      const cell = row[column] ?? '';
      return isNumber(cell) ? cell.padStart(width) : cell.padEnd(width);
    });
    return cells.join('  ').trimEnd();
  });
}

function isNumber(cell: string): boolean {
  return /^[+-]?[\d,. ]+%?$/.test(cell);
}

export function grouped(amount: bigint | number): string {
  return amount.toLocaleString('en');
}
