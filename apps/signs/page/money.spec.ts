import { fc } from '#testing/laws';
import { formatBriefly, formatMoney, formatShare, minorUnits, moneyParts } from './money.js';

describe('money on a sign', () => {
  it.each([
    ['MOP', 123_456_789n, 2, 'MOP 1,234,567.89'],
    ['MOP', 0n, 2, 'MOP 0.00'],
    ['MOP', 5n, 2, 'MOP 0.05'],
    ['MOP', 100_000n, 2, 'MOP 1,000.00'],
    ['JPY', 123_456_789n, 0, 'JPY 123,456,789'],
    ['JPY', 0n, 0, 'JPY 0'],
    ['JPY', 999n, 0, 'JPY 999'],
    ['KWD', 1_234_567n, 3, 'KWD 1,234.567'],
    ['KWD', 1n, 3, 'KWD 0.001'],
    ['HKD', 9_223_372_036_854_775_807n, 2, 'HKD 92,233,720,368,547,758.07'],
  ])('%s %s with exponent %s is written %s', (currency, minor, exponent, text) => {
    expect(formatMoney(currency, minor, exponent)).toBe(text);
  });

  it('leaves out the decimals of a round promise, and only of a round one', () => {
    expect(formatBriefly('MOP', 1_500_000n, 2)).toBe('MOP 15,000');
    expect(formatBriefly('MOP', 1_500_050n, 2)).toBe('MOP 15,000.50');
    expect(formatBriefly('JPY', 15_000n, 0)).toBe('JPY 15,000');
  });

  it('loses nothing: the digits read back are the amount', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 2n ** 63n), fc.constantFrom(0, 2, 3), (minor, exponent) => {
        const { whole, fraction } = moneyParts(minor, exponent);
        expect(BigInt(whole.replaceAll(',', '') + fraction)).toBe(minor);
        expect(fraction).toHaveLength(exponent);
        expect(whole).toMatch(/^\d{1,3}(,\d{3})*$/);
      }),
    );
  });

  it('refuses a negative amount and an exponent that no currency has', () => {
    expect(() => formatMoney('MOP', -1n, 2)).toThrow(RangeError);
    expect(() => formatMoney('MOP', 1n, -1)).toThrow(RangeError);
    expect(() => formatMoney('MOP', 1n, 1.5)).toThrow(RangeError);
  });

  it.each([[-1], [1.5], [2 ** 53], [NaN], ['5000'], [null], [undefined]])(
    'does not take %p for an amount off the wire',
    (value) => {
      expect(() => minorUnits(value)).toThrow(RangeError);
    },
  );

  it.each([
    [10_000, '100%'],
    [1_000, '10%'],
    [1_050, '10.5%'],
    [25, '0.25%'],
  ])('writes %s basis points as %s', (basisPoints, text) => {
    expect(formatShare(basisPoints)).toBe(text);
  });
});
