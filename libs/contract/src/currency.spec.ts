import { currencyExponent, formatMicros, formatMinor } from './currency.js';

test.each([
  ['MOP', 2],
  ['HKD', 2],
  ['CNY', 2],
  ['JPY', 0],
  ['KRW', 0],
  ['VND', 0],
  ['KWD', 3],
  ['BHD', 3],
  // The digits of the standard; some runtimes have those of everyday use.
  ['HUF', 2],
  ['IDR', 2],
  ['PKR', 2],
  ['IQD', 3],
])('%s has the minor-unit digits of ISO 4217: %d', (code, exponent) => {
  expect(currencyExponent(code)).toBe(exponent);
});

test.each(['XXX', 'XTS', 'XAU', 'DEM', 'mop', 'MO', 'MOPS', '', '__proto__', 'constructor'])(
  '%p is no currency',
  (code) => {
    expect(currencyExponent(code)).toBeUndefined();
  },
);

test('every currency of the list is one to the runtime, which differs in digits for fewer only', () => {
  const known = Intl.supportedValuesOf('currency').filter(
    (code) => currencyExponent(code) !== undefined,
  );
  expect(known.length).toBeGreaterThan(145);
  const digits = (currency: string) =>
    new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions()
      .maximumFractionDigits ?? 2;
  expect(known.filter((code) => digits(code) > (currencyExponent(code) as number))).toEqual([]);
});

test.each([
  [123_456, 'MOP', 'MOP 1,234.56'],
  [5, 'MOP', 'MOP 0.05'],
  [0, 'MOP', 'MOP 0.00'],
  [-123_456_789, 'MOP', 'MOP -1,234,567.89'],
  [1_234, 'JPY', 'JPY 1,234'],
  [1_234_567, 'KWD', 'KWD 1,234.567'],
  [Number.MAX_SAFE_INTEGER, 'MOP', 'MOP 90,071,992,547,409.91'],
])('%d minor units of %s are %s', (amount, currency, text) => {
  expect(formatMinor(amount, currency)).toBe(text);
});

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
