import { newTable, serializeTable, type TableState } from '#pools';
import { tableDifference } from './text-difference.js';

const table: TableState = {
  ...newTable(),
  ...{ sequence: 12n, contents: [7], seenAtMs: 1_700_000_000_000, over: 'AAAAAAAA' },
};
const text = serializeTable(table);

test('of two texts of a table the members that differ are named', () => {
  const other = serializeTable({ ...table, sequence: 13n, over: 'AAAAAAAABBBBBBBB' });
  expect(tableDifference(text, other)).toBe(
    'differs: sequence is "12" in Redis and "13" by the log; over is "AAAAAAAA" in Redis and "AAAAAAAABBBBBBBB" by the log',
  );
});

test.each<[what: string, found: string | undefined]>([
  ['that is missing', undefined],
  ['that is no JSON', '{'],
  ['of another form', '{"sequence":"12"}'],
  ['with a member more', '[1,2,3,4,5,6,7,8,9,10,11]'],
  ['with the same members and a space', ` ${text}`],
])('a text %s is shown whole', (_, found) => {
  const shown = found ?? 'missing';
  expect(tableDifference(found, text)).toBe(`is ${shown} in Redis and ${text} by the log`);
});
