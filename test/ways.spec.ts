import { existsSync, readFileSync } from 'node:fs';

/**
 * Checks that the five ways of test/ways.md lead somewhere: each symbol is in its file, and a file
 * above it uses it, or it implements or uses a symbol above. Only the wire (a section of the
 * contract) may lie between two rows.
 */
const page = readFileSync('test/ways.md', 'utf8');
const read = (file: string): string => (existsSync(file) ? readFileSync(file, 'utf8') : '');
const uses = (file: string, symbol: string): boolean =>
  new RegExp(`\\b${symbol}\\b`).test(read(file));

type Row = Readonly<Record<'file' | 'symbol' | 'how', string>>;

/** @returns why a row leads nowhere, or undefined */
function whyLost({ file, symbol, how }: Row, above: readonly Row[]): string | undefined {
  if (!existsSync(file)) return `there is no ${file}`;
  const declared = new RegExp(
    `(class|function\\*?|interface|const) ${symbol}\\b|import.*\\b${symbol}\\b`,
  );
  if (!declared.test(read(file))) return `${file} does not declare it`;
  const isReached = above.some((row) => uses(row.file, symbol) || uses(file, row.symbol));
  if (above.length === 0 || isReached || how.startsWith('contract ')) return undefined;
  return 'no row above leads there';
}

function faultsOf(text: string): string[] {
  const ways = [...text.matchAll(/\*\*(.+?)\*\*\n\n((?:\|.*\n)+)/g)];
  const faults = ways.flatMap(([, name = '', table = '']) => {
    const rows = [...table.matchAll(/^\| `([^`]+)` \| `(\w+)` \| (.*?) ?\|$/gm)].map(
      ([, file, symbol, how]) => ({ file, symbol, how }) as Row,
    );
    const lines = table.trimEnd().split('\n').slice(2);
    const lost = rows.map((row, index) => whyLost(row, rows.slice(0, index)));
    return [
      ...(rows.length === lines.length ? [] : [`${name}: ${rows.length} of ${lines.length} rows`]),
      ...(lines.length > 6 ? [] : [`${name} has ${lines.length} rows`]),
      ...(name === '`verify`' && lines.length > 15 ? [`${name} has more than 15 rows`] : []),
      ...lost.flatMap((why, index) => (why ? [`${name}: ${rows[index]?.symbol}: ${why}`] : [])),
    ];
  });
  return ways.length === 5 ? faults : [`${ways.length} ways`, ...faults];
}

test('five ways lead somewhere, each over several files', () => {
  expect(faultsOf(page)).toEqual([]);
});

test.each<[string, string | RegExp, string]>([
  ['4 ways', '**A command**', 'A command'],
  [
    '`verify` has more than 15 rows',
    /(?<=`OutputsProof`.*\n)/,
    '| `test/ways.spec.ts` | `faultsOf` | contract 4 |\n'.repeat(3),
  ],
  ['A bet to the sign: 20 of 21 rows', '`Odometer`', 'Odometer'],
  ['A win to the awards topic has 6 rows', /(.*\n){4}(?=\n\*\*A command)/, ''],
  ['placeBet: there is no libs/pools/src/bet.ts', 'src/bets.ts', 'src/bet.ts'],
  ['Wager: libs/pools/src/bets.ts does not declare it', '`placeBet`', '`Wager`'],
  [
    'outputsOf: no row above leads there',
    '`libs/pools/src/bets.ts` | `placeBet`',
    '`tools/build.mjs` | `outputsOf`',
  ],
])('a way is found with %s', (fault, right, wrong) => {
  expect(faultsOf(page.replace(right, wrong))).toEqual([expect.stringContaining(fault)]);
});
