import { readAmount, readSum } from './amount.js';

test.each([
  ['+1500.00', 'MOP', 150_000],
  ['-1500.05', 'MOP', -150_005],
  ['−0.01', 'MOP', -1],
  ['+1500', 'JPY', 1_500],
  ['-1.500', 'KWD', -1_500],
])('%s in %s is %i minor units', (given, currency, minor) => {
  expect(readAmount(given, currency)).toBe(minor);
});

test.each([
  ['+500', 'MOP', 'write all 2 digits after the point: +500.00 is MOP 500.00.'],
  ['-99999999', 'MOP', 'write all 2 digits after the point: -99999999.00 is MOP -99,999,999.00.'],
  ['−5', 'MOP', 'write all 2 digits after the point: -5.00 is MOP -5.00.'],
  ['500', 'MOP', 'write all 2 digits after the point: 500.00 is MOP 500.00.'],
  ['+500.5', 'MOP', 'write all 2 digits after the point: +500.50 is MOP 500.50.'],
  ['+1.500', 'MOP', 'MOP has 2 digits after the point.'],
  ['+1,500.00', 'MOP', 'a comma is ambiguous; write +1500.00 for fifteen hundred.'],
  ['500.00', 'MOP', 'write its sign, +500.00 to give or -500.00 to take.'],
  ['+1500.00', 'JPY', 'JPY has no digits after the point.'],
  ['+0.00', 'MOP', 'must not be zero.'],
  ['0', 'MOP', 'must not be zero.'],
  ['-0', 'MOP', 'must not be zero.'],
  ['lots', 'MOP', 'not an amount; write it as +1500.00, in MOP.'],
  ['MOP 5.00', 'MOP', 'not an amount; write it as +1500.00, in MOP.'],
  ['+90071992547409.92', 'MOP', 'it is too large.'],
  ['+99999999999999999999', 'MOP', 'it is too large.'],
])('%s in %s is refused with a sentence', (given, currency, sentence) => {
  expect(() => readAmount(given, currency)).toThrow(`--amount ${given}: ${sentence}`);
});

test.each([
  ['1500.00', 'MOP', 150_000],
  ['MOP 1,003,500.00', 'MOP', 100_350_000],
  ['JPY 1,500', 'JPY', 1_500],
  ['0.00', 'MOP', 0],
  ['0', 'MOP', 0],
])('a sum of %s in %s is %i minor units', (given, currency, minor) => {
  expect(readSum('--amount', given, currency)).toBe(minor);
});

test.each([
  ['1500', 'write all 2 digits after the point: 1500.00 is MOP 1,500.00.'],
  ['+1500.00', 'write it without a sign: 1500.00.'],
  ['1,500.00', 'a comma is ambiguous; write 1500.00 for fifteen hundred.'],
  ['MOP 1,50.00', 'a comma is ambiguous; write 1500.00 for fifteen hundred.'],
  ['HKD 1,500.00', 'a comma is ambiguous; write 1500.00 for fifteen hundred.'],
  ['MOP 1500', 'write all 2 digits after the point: 1500.00 is MOP 1,500.00.'],
])('a sum of %s is refused with a sentence', (given, sentence) => {
  expect(() => readSum('--withheld', given, 'MOP')).toThrow(`--withheld ${given}: ${sentence}`);
});
