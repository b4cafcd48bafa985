import { emptyState, newTable, tableKey } from '#pools';
import { tablesLeftOut } from './tables-left-out.js';

test('a table with bets down that a configuration takes out is asked about', () => {
  const now = emptyState();
  const rounds = [{ bets: [{}, {}] }] as never;
  const list = (...ids: string[]) => ({ tables: ids.map((id) => ({ id })) });
  const looks = (
    to: { tables: { id: string }[] | null; effective?: 'now' | 'next-restart' },
    inForce: typeof to = { tables: null },
  ) => {
    const tables = inForce.tables && new Map(inForce.tables.map((each) => [each.id, each]));
    return tablesLeftOut({ id: 'main', now }, { inForce: { tables } }, to);
  };
  now.tables.set(tableKey('main', 'T1'), { ...newTable(), rounds });
  now.tables.set(tableKey('main', 'T2'), newTable());
  now.tables.set(tableKey('main', 'T3'), { ...newTable(), carried: [{}] as never });
  expect(looks(list('T2', 'T3'))).toEqual([expect.stringContaining('T1 has bets down')]);
  expect(looks(list('T1', 'T2'))).toEqual([expect.stringContaining('T3 has bets down')]);
  expect(looks(list('T1', 'T3'))).toEqual([]);
  expect(looks({ tables: null })).toEqual([]);
  // Taken out before, or at a time that nobody knows.
  expect(looks(list('T2', 'T3'), list('T2', 'T3'))).toEqual([]);
  expect(looks({ ...list('T2', 'T3'), effective: 'next-restart' })).toEqual([]);
});
