import { emptyState, newTable, tableKey } from '#pools';
import { resetLooks } from './reset.js';

test('a sequence that goes back, or on while bets are down, is asked about', () => {
  const now = emptyState();
  now.tables.set(tableKey('main', 'T1'), { ...newTable(), sequence: 90n });
  const looks = (table: string, sequence: string) =>
    resetLooks({ id: 'main', now }, { table, sequence });
  expect(looks('T1', '89')).toEqual([expect.stringContaining('from 90 to 89')]);
  expect(looks('T1', '90')).toEqual([]);
  expect(looks('T1', '1000')).toEqual([]);
  const down = { rounds: [{ bets: [{}] }] } as never;
  now.tables.set(tableKey('main', 'T1'), { ...newTable(), sequence: 90n, ...(down as object) });
  expect(looks('T1', '90')).toEqual([]);
  expect(looks('T1', '1000')).toEqual([expect.stringContaining('up to 1000 is refused')]);
  expect(looks('T2', '1')).toEqual([]);
});

test('a newest round that goes back is asked about: those after it may begin again', () => {
  const now = emptyState();
  now.tables.set(tableKey('main', 'T1'), { ...newTable(), sequence: 9n, newestRound: 500n });
  const looks = (round: string) =>
    resetLooks({ id: 'main', now }, { table: 'T1', sequence: '9', round });
  expect(looks('500')).toEqual([]);
  expect(looks('50')).toEqual([expect.stringMatching(/^rounds 51 to 500 may begin again/)]);
});
