import { csvOf } from './csv.js';

const columns = [
  { name: 'table', is: 'text' },
  { name: 'pool', is: 'number' },
] as const;

test('a text that a spreadsheet would run is a text, and a negative amount stays a number', () => {
  const rows = ['=1+1', '+1', '-1', '@SUM(A1)', '\tx', 'T-1', 'a,"b"'].map((name) => [
    name,
    '-5.00',
  ]);
  expect(csvOf(columns, rows).split('\n')).toEqual([
    'table,pool',
    "'=1+1,-5.00",
    "'+1,-5.00",
    "'-1,-5.00",
    "'@SUM(A1),-5.00",
    "'\tx,-5.00",
    'T-1,-5.00',
    '"a,""b""",-5.00',
    '',
  ]);
});
