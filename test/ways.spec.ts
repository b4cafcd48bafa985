import { existsSync, readFileSync } from 'node:fs';

/**
 * The four ways through the code in ARCHITECTURE.md lead somewhere: each symbol is in its file, and
 * a file above it uses it, or it implements or uses a symbol above. Only the wire (a section of the
 * contract) may lie between two rows.
 */
const text = readFileSync('ARCHITECTURE.md', 'utf8');
const chapter = /## Four ways through the code\n([\s\S]*?)\n## /.exec(text)?.[1] ?? '';
const ways = [...chapter.matchAll(/\*\*(.+?)\*\*\n\n((?:\|.*\n)+)/g)].map(([, name, table]) => ({
  name: name as string,
  rows: [...(table as string).matchAll(/^\| `([^`]+)` \| `(\w+)` \| (.*?) ?\|$/gm)].map(
    ([, file, symbol, how]) => ({ file, symbol, how }) as Record<'file' | 'symbol' | 'how', string>,
  ),
}));

const uses = (file: string, symbol: string): boolean =>
  new RegExp(`\\b${symbol}\\b`).test(readFileSync(file, 'utf8'));

it('lists four ways, each over several files', () => {
  expect(ways.map(({ rows }) => rows.length > 6)).toEqual([true, true, true, true]);
});

describe.each(ways)('$name', ({ rows }) => {
  it.each(rows.map((row, index) => ({ ...row, index })))(
    '$symbol is in $file, and the rows above lead there',
    ({ file, symbol, how, index }) => {
      expect(existsSync(file)).toBe(true);
      const declared = new RegExp(`(class|function|interface|const) ${symbol}\\b|import.*\\b${symbol}\\b`); // prettier-ignore
      expect(declared.test(readFileSync(file, 'utf8'))).toBe(true);
      const above = rows.slice(0, index);
      const isReached = above.some((row) => uses(row.file, symbol) || uses(file, row.symbol));
      expect(index === 0 || isReached || how.startsWith('contract ')).toBe(true);
    },
  );
});
