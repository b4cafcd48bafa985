import type { StatementMessage } from '#contract';
import { causes } from '#pools';
import { fc } from '#testing/laws';
import { allTables, dayBalance, movedSign, tableDays, tablesApart } from './day-figures.js';

const none = { players: '0', pool: '0', reserve: '0', house: '0', held: '0' };
const meters = {
  ...{ bets: 0, stakes: '0', contributions: '0', refunds: 0, refunded: '0', seats: 0 },
  ...{ awarded: '0', paidAtTable: '0', paidBySlip: '0', expired: '0', reversed: '0' },
  ...{ returned: '0', openRounds: 0, openBets: 0, carriedBets: 0 },
};

/** A statement of a day with these rows; the house is the other side of each. */
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

// clause 29
test('whatever the causes have posted, where the money was and where it went make no difference', () => {
  const amount = fc.bigInt({ min: -1_000n, max: 1_000n });
  const row = fc.tuple(fc.constantFrom(...causes), amount, amount, amount, amount);
  const rows = fc.uniqueArray(row, { selector: ([cause]) => cause });
  fc.assert(
    fc.property(rows, (all) => {
      expect(dayBalance(statement(all)).difference).toBe(0n);
    }),
  );
});

test('a prize that players gave back is in the balance on both sides', () => {
  const said = statement([
    ['award', 2_500n, 0n, 0n, 0n],
    ['reversal', -2_500n, 0n, 0n, 0n],
  ]);
  const flows = { fundsIn: 2_500n, paid: 2_500n, givenBack: 2_500n, reversed: 2_500n };
  expect(dayBalance(said)).toMatchObject({ ...flows, difference: 0n });
});

test('a statement whose accounts do not follow from its rows has a difference', () => {
  const said = statement([['contribution', -50n, 35n, 2n, 0n]]);
  const wrong = { ...said, closing: { ...said.closing, pool: '134' } };
  expect(dayBalance(wrong).difference).toBe(1n);
});

// clause 24
test('what has moved the sign is named, and what has not is left out', () => {
  const said = statement([
    ['contribution', -50n, 35n, 2n, 0n],
    ['award', 0n, -90n, 0n, 90n],
    ['payment', 90n, 0n, 0n, -90n],
  ]);
  expect(movedSign(said)).toEqual([
    ['contribution', 35n],
    ['award', -90n],
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
  const [first, third, ...others] = tableDays(now, before);
  expect(first).toMatchObject({ table: 'T1', bets: 2, stakes: '200' });
  expect(third).toMatchObject({ table: 'T3', bets: 1, stakes: '100' });
  expect(others).toEqual([]);
  expect(tableDays(before, null)).toMatchObject([{ bets: 5 }, { bets: 1 }]);
  expect(allTables(tableDays(before, null))).toMatchObject({ table: 'all', bets: 6 });
});

test('tables that do not add up to the causes are named', () => {
  const said = statement([['contribution', -50n, 35n, 2n, 0n]]);
  const bet = { ...meters, table: 'all', bets: 1, stakes: '50', contributions: '37' };
  expect(tablesApart(said, bet)).toEqual([]);
  expect(tablesApart(said, { ...bet, stakes: '49' })).toEqual([
    'The tables and the causes differ in stakes: 49 and 50.',
  ]);
});
