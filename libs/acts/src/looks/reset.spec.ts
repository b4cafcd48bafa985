import { emptyState, newTable, tableKey } from '#pools';
import { resetLooks } from './reset.js';

test('a sequence that goes back is asked about, one that stays or grows is not', () => {
  const now = emptyState();
  now.tables.set(tableKey('main', 'T1'), { ...newTable(), sequence: 90n });
  const looks = (table: string, sequence: string) =>
    resetLooks({ id: 'main', now }, { table, sequence });
  expect(looks('T1', '89')).toEqual([expect.stringContaining('from 90 to 89')]);
  expect(looks('T1', '90')).toEqual([]);
  expect(looks('T1', '1000')).toEqual([]);
  expect(looks('T2', '1')).toEqual([]);
});
