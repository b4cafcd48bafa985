import { formatMinor } from '#contract';
import { toCardinal } from 'n2words/pt-PT';
import { readFileSync } from 'node:fs';
import { amountInWords } from './amount-in-words.js';

const text = readFileSync('test/support/amounts-in-words.txt', 'utf8');
const rows = text
  .split('\n')
  .filter((line) => line.includes(' | '))
  .slice(1)
  .map((line) => line.split(' | ') as [string, string, string, string]);

/** Minor units of an amount in digits, from its digits only. */
function minorOf(digits: string): number {
  return Number(digits.replace(/[^0-9]/g, ''));
}

test('more than 200 amounts were written by hand, none twice', () => {
  expect(rows.length).toBeGreaterThan(200);
  expect(new Set(rows.map(([digits]) => digits)).size).toBe(rows.length);
});

test.each(rows)('%s is spelled as by hand', (digits, en, pt, zhHant) => {
  const [currency = ''] = digits.split(' ');
  const amountMinor = minorOf(digits);
  expect(formatMinor(amountMinor, currency)).toBe(digits);
  expect(amountInWords(amountMinor, currency)).toEqual({ en, pt, 'zh-Hant': zhHant });
});

test('two amounts never have the same words', () => {
  const amounts = Array.from({ length: 300 }, (_, index) => index * 7_919 + (index % 101));
  const each = [...amounts, ...amounts.map((amount) => amount * 100_003)].map((amount) =>
    amountInWords(amount, 'MOP'),
  );
  const distinct = new Set([...amounts, ...amounts.map((amount) => amount * 100_003)]).size;
  for (const language of ['en', 'pt', 'zh-Hant'] as const) {
    expect(new Set(each.map((words) => words[language])).size).toBe(distinct);
  }
});

test.each([-1, 0.5, NaN, 2 ** 53])('%d minor units have no words', (amountMinor) => {
  expect(() => amountInWords(amountMinor, 'MOP')).toThrow(RangeError);
});

test.each([
  [2n, 'dois', 'duas patacas'],
  [200n, 'duzentos', 'duzentas patacas'],
  [1_003_500n, 'um milhão três mil quinhentos', 'um milhão e três mil e quinhentas patacas'],
  [1_001_000_000n, 'um mil milhões e um milhão', 'mil e um milhões de patacas'],
])('n2words cannot spell %d patacas in Portuguese, so they are spelled here', (whole, of, pt) => {
  expect(toCardinal(whole)).toBe(of);
  expect(amountInWords(Number(whole) * 100, 'MOP').pt).toBe(pt);
});
