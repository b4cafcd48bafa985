import { readAmount } from './amount.js';

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
  ['+500', 'MOP', 'write all 2 digits after the point: 500.00 is MOP 500.00.'],
  ['+500.5', 'MOP', 'write all 2 digits after the point: 500.50 is MOP 500.50.'],
  ['+1.500', 'MOP', 'MOP has 2 digits after the point.'],
  ['+1,500.00', 'MOP', 'a comma is a thousand here and a decimal there; write +1500.00 for fifteen hundred.'], // prettier-ignore
  ['500.00', 'MOP', 'say with its sign whether it is given or taken: +500.00 or -500.00.'],
  ['+1500.00', 'JPY', 'JPY has no digits after the point.'],
  ['+0.00', 'MOP', 'it is nothing.'],
  ['lots', 'MOP', 'it is no amount; write it as +1500.00, in MOP.'],
  ['MOP 5.00', 'MOP', 'it is no amount; write it as +1500.00, in MOP.'],
  ['+90071992547409.92', 'MOP', 'it is too large.'],
])('%s in %s is refused with a sentence', (given, currency, sentence) => {
  expect(() => readAmount(given, currency)).toThrow(`--amount ${given}: ${sentence}`);
});
