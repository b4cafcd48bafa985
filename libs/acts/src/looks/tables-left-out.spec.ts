import { emptyState, newTable, tableKey } from '#pools';
import { tablesLeftOut } from './tables-left-out.js';

test('a table with bets down that a configuration leaves out is asked about', () => {
  const now = emptyState();
  const rounds = [{ bets: [{}, {}] }] as never;
  now.tables.set(tableKey('main', 'T1'), { ...newTable(), rounds });
  now.tables.set(tableKey('main', 'T2'), newTable());
  const looks = (...ids: string[]) =>
    tablesLeftOut({ id: 'main', now }, { tables: ids.map((id) => ({ id })) });
  expect(looks('T2')).toEqual([expect.stringContaining('T1 has an open round with 2 bets')]);
  expect(looks('T1')).toEqual([]);
  expect(tablesLeftOut({ id: 'main', now }, { tables: null })).toEqual([]);
});
