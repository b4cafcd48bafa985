import type { StatementMessage } from '#contract';
import { causes } from '#pools';
import { fc } from '#testing/laws';
import { dayReport } from './day-report.js';

const none = { players: '0', pool: '0', reserve: '0', house: '0', held: '0' };
const meters = {
  ...{ bets: 0, stakes: '0', contributions: '0', refunds: 0, refunded: '0', seats: 0 },
  ...{ awarded: '0', paidAtTable: '0', paidBySlip: '0', expired: '0', reversed: '0' },
  ...{ returned: '0', openRounds: 0, openBets: 0, carriedBets: 0 },
};

/** Of a day with these rows; the house is the other side of each. */
function statement(rows: readonly (readonly [string, bigint, bigint, bigint, bigint])[]) {
  const sums = { players: 7n, pool: 100n, reserve: 20n, house: -130n, held: 3n };
  const opening = textsOf(sums);
  const own = rows.map(([cause, players, pool, reserve, held]) => {
    const moved = { players, pool, reserve, held, house: -players - pool - reserve - held };
    for (const name of Object.keys(sums) as (keyof typeof sums)[]) sums[name] += moved[name];
    return { cause, times: 1, ...none, day: { times: 1, ...textsOf(moved) } };
  });
  const said = {
    currency: 'MOP',
    exponent: 2,
    funds: null,
    opening,
    closing: textsOf(sums),
    causes: own,
    tables: [],
  };
  return said as unknown as StatementMessage;
}

const textsOf = (of: Record<string, bigint>) =>
  Object.fromEntries(Object.entries(of).map(([name, sum]) => [name, String(sum)]));

test('whatever the causes have posted, where the money was and where it went make no difference', () => {
  const amount = fc.bigInt({ min: -1_000n, max: 1_000n });
  const row = fc.tuple(fc.constantFrom(...causes), amount, amount, amount, amount);
  const rows = fc.uniqueArray(row, { selector: ([cause]) => cause });
  fc.assert(
    fc.property(rows, (all) => {
      expect(dayReport(statement(all), undefined).balance.difference).toBe(0n);
    }),
  );
});

test('a statement whose accounts do not follow from its rows has a difference', () => {
  const said = statement([['contribution', -50n, 35n, 2n, 0n]]);
  const wrong = { ...said, closing: { ...said.closing, pool: '134' } };
  expect(dayReport(wrong, undefined).balance.difference).toBe(1n);
});

test('what has lowered the sign is named, and what has raised it is not', () => {
  const said = statement([
    ['contribution', -50n, 35n, 2n, 0n],
    ['award', 0n, -90n, 0n, 90n],
    ['refund', 10n, -7n, -1n, 0n],
  ]);
  expect(dayReport(said, undefined).lowered).toEqual([
    { cause: 'award', micros: 90n },
    { cause: 'refund', micros: 7n },
  ]);
});

test('a table has what it has added since the statement before, and one that was idle is left out', () => {
  const at = (after: string | null, ...tables: object[]) =>
    ({ ...statement([]), after, tables }) as StatementMessage;
  const [t1, t2] = [
    { ...meters, table: 'T1', bets: 7, stakes: '700' },
    { ...meters, table: 'T2', bets: 1, stakes: '100' },
  ];
  const before = at(null, { ...t1, bets: 5, stakes: '500', openBets: 2 }, t2);
  const now = at('2026-11-29', t1, t2, { ...t2, table: 'T3' });
  const [first, third, ...others] = dayReport(now, before).tables ?? [];
  expect(first).toMatchObject({ table: 'T1', bets: 2, stakes: '200' });
  expect(third).toMatchObject({ table: 'T3', bets: 1, stakes: '100' });
  expect(others).toEqual([]);
  expect(dayReport(before, undefined).tables).toMatchObject([{ bets: 5 }, { bets: 1 }]);
  expect(dayReport(now, undefined).tables).toBeNull();
});
