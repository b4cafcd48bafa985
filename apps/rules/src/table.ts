import type { baccaratHand } from '#rules';

/** A table for people: columns as wide as their widest cell, numbers aligned to the right. */
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

/** Returns a name in words: `straight-flush` without the hyphen. */
export function words(name: string): string {
  return name.replaceAll('-', ' ');
}

/** Returns the value of a hand of 3-Card Baccarat. */
export function baccaratValue({ line, points, figures }: ReturnType<typeof baccaratHand>): string {
  const total = points === undefined ? 'three figures' : `${points} with ${figures} figure(s)`;
  return `${total}, line ${line} of the annex.`;
}
