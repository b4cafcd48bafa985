import { emptyState, newTable, tableKey, type Jackpot, type TableState } from '#pools';
import { tablesKnown, tableState, tablesInNeed } from './attention.js';

const listed = [
  { id: 'T1', heartbeatSeconds: 10 },
  { id: 'T2', heartbeatSeconds: 10 },
  { id: 'T3' },
];
const jackpot = (changes: Partial<Jackpot> = {}) =>
  ({
    ...{ id: 'main', retired: null, blocked: new Set(['T9']) },
    configuration: { tables: listed },
    ...changes,
  }) as unknown as Jackpot;
const heard = (agoMs: number, changes: Partial<TableState> = {}): TableState => ({
  ...newTable(),
  seenAtMs: Date.now() - agoMs,
  ...changes,
});
const refused = (type: string, reason: string) =>
  [{ type, reason }] as unknown as TableState['refused'];

test.each<[string, string, TableState | undefined]>([
  ['blocked', 'T9', heard(0)],
  ['idle', 'T1', heard(20_000)],
  ['playing', 'T1', heard(20_000, { rounds: [{}] as unknown as TableState['rounds'] })],
  ['silent', 'T1', heard(40_000)],
  ['silent', 'T1', undefined],
  // No heartbeat interval is declared.
  ['unheard', 'T3', undefined],
  ['idle', 'T4', heard(86_400_000)],
])('a table is %s: %s', (state, name, table) => {
  expect(tableState(jackpot(), name, table)).toBe(state);
});

test('the tables of a jackpot are those that it lists and those that it has heard of', () => {
  const tables = new Map([
    [tableKey('main', 'T4'), newTable()],
    [tableKey('main-2', 'T5'), newTable()],
  ]);
  expect([...tablesKnown(jackpot(), tables).keys()]).toEqual(['T1', 'T2', 'T3', 'T4']);
});

test('the floor names tables with something to do for a dealer, and silent ones', () => {
  const now = emptyState();
  now.tables.set(
    tableKey('main', 'T1'),
    heard(0, { refused: refused('bet.placed', 'seat-taken') }),
  );
  now.tables.set(
    tableKey('main', 'T3'),
    heard(0, { refused: refused('heartbeat', 'unknown-table') }),
  );
  expect(tablesInNeed({ jackpot: jackpot(), now })).toEqual([
    { is: 'refused', jackpot: 'main', tables: ['T1'] },
    { is: 'silent-tables', jackpot: 'main', tables: ['T2'] },
  ]);
  const over = jackpot({ retired: {} as Jackpot['retired'] });
  expect(tablesInNeed({ jackpot: over, now })).toEqual([]);
});
