import { formatMicros } from './money.js';

test.each([
  [10_070_000_000n, 'MOP', 'MOP 10,070.00'],
  [-1n, 'MOP', 'MOP -0.000001'],
  [12_345_600n, 'MOP', 'MOP 12.3456'],
  [1_500_000n, 'JPY', 'JPY 1.5'],
  [-2_000_000n, 'JPY', 'JPY -2'],
  [1_234_567n, 'KWD', 'KWD 1.234567'],
])('%s micro-units of %s are written to the last digit', (micros, currency, text) => {
  expect(formatMicros(micros, currency)).toBe(text);
});
