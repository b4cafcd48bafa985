import type { StatementMessage } from '#contract';
import { twoGamingDays } from '#testing/two-gaming-days';
import { statementFaults } from './statement-faults.js';

const [first, second] = twoGamingDays().statements.map(
  (text) => JSON.parse(text) as StatementMessage,
) as [StatementMessage, StatementMessage];

test('what the ledger has stated has no fault', () => {
  expect(statementFaults(first, null)).toEqual([]);
  expect(statementFaults(second, first)).toEqual([]);
});

/** Every figure of a statement, by its path. */
function figures(value: unknown, path: string[] = []): string[][] {
  if (typeof value === 'number' || (typeof value === 'string' && /^-?\d+$/.test(value))) {
    return [path];
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, own]) => figures(own, [...path, name]));
}

/** The same statement with one figure increased by one. */
function withMore(statement: StatementMessage, path: readonly string[]): StatementMessage {
  const copy = structuredClone(statement);
  let at = copy as unknown as Record<string, unknown>;
  for (const name of path.slice(0, -1)) at = at[name] as Record<string, unknown>;
  const last = path.at(-1) ?? '';
  const old = at[last];
  at[last] = typeof old === 'number' ? old + 1 : String(BigInt(old as string) + 1n);
  return copy;
}

/** Figures that do not follow from others: only the log gives them. */
const alone =
  /^(days|offset|exponent|funds|generation|part|parts|claims|proposals|tables\.\d+\.(open|carried))/;
/** The number of postings is in the tables only for bets and refunds. */
const counted = /^causes\.\d+(\.day)?\.times$/;

test.each(figures(second).filter((path) => !alone.test(path.join('.'))))(
  'a figure that is one more is a fault: %s',
  (...path) => {
    const name = path.join('.');
    const isCount = counted.test(name);
    const faults = statementFaults(withMore(second, path), first);
    expect([name, faults.length > 0]).toEqual([name, true]);
    if (isCount) expect(faults[0]).toMatch(/of the day is not what was added/);
  },
);

test('a statement that another one comes before has faults', () => {
  expect(statementFaults(second, null)).toContain('it does not begin where the last one ended');
  const swapped = first.tables.map((row, index) => {
    return { ...row, table: first.tables[1 - index]?.table ?? '' };
  });
  expect(statementFaults(second, { ...first, tables: swapped })).toContainEqual(
    expect.stringContaining('has less than before'),
  );
});
