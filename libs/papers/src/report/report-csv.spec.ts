import type { AskedReport } from './report.js';
import { CsvList } from './report-csv.js';

const asked: AskedReport = {
  report: 'day',
  jackpots: ['main'],
  from: '2026-11-30',
  to: '2026-11-30',
};

test('a text that a spreadsheet would run is a text, and a negative amount stays a number', () => {
  const list = new CsvList(asked, { currency: 'MOP', day: '2026-11-30' }, 'sign');
  const names = ['=1+1', '+1', '-1', '@SUM(A1)', '\tx', 'T-1', 'a,"b"'];
  const rows = names.map((name) => [name, -1_234_500_000n] as const);
  expect((list.head + list.lines(rows)).split('\n')).toEqual([
    'jackpot,day,currency,cause,amount',
    "main,2026-11-30,MOP,'=1+1,-1234.50",
    "main,2026-11-30,MOP,'+1,-1234.50",
    "main,2026-11-30,MOP,'-1,-1234.50",
    "main,2026-11-30,MOP,'@SUM(A1),-1234.50",
    "main,2026-11-30,MOP,'\tx,-1234.50",
    'main,2026-11-30,MOP,T-1,-1234.50',
    'main,2026-11-30,MOP,"a,""b""",-1234.50',
    '',
  ]);
});

test('a list that names its jackpot and currency in each row does not name them twice', () => {
  const list = new CsvList(
    { ...asked, report: 'liability', jackpots: ['main', 'minor'] },
    { currency: null, day: '2026-11-30' },
    'currencies',
  );
  const row = ['JPY', 5_000_000n, null, 0n, 0n, 5_000_000n];
  expect(list.head + list.lines([row])).toBe(
    'day,currency,pool,reserve,held,transfers,total\n2026-11-30,JPY,5,,0,0,5\n',
  );
});
