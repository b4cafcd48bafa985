import { emptyState, newTable, tableKey } from '#pools';
import { blockingLooks } from './blocking.js';

test('a table that is not listed and never played is asked about before it is blocked', () => {
  const now = emptyState();
  now.tables.set(tableKey('main', 'T1'), newTable());
  const jackpot = { id: 'main', inForce: { tables: new Map([['T2', { id: 'T2' }]]) } };
  const looks = (table: string) => blockingLooks({ id: 'main', jackpot, now }, { table });
  expect(looks('T11')).toEqual([expect.stringContaining('T11 has never played for main')]);
  expect(looks('T1')).toEqual([]);
  expect(looks('T2')).toEqual([]);
});
