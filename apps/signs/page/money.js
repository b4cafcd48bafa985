// @ts-check
/**
 * Money as the signs write it: the ISO code, then digits, made from strings alone.
 *
 * `Intl` is not used on purpose: it writes MOP as "MOP$" in zh-Hant-MO, after the number in pt-MO
 * and HKD as "$" when narrow. The amount must not change its form, least of all swap "." and ",",
 * when only the words around it are translated.
 */

/**
 * Reads an amount of the wire: a whole, non-negative number that JSON carried without loss.
 * @param {unknown} value
 * @returns {bigint}
 */
export function minorUnits(value) {
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0) {
    throw new RangeError(`${String(value)} is not an amount in minor units`);
  }
  return BigInt(value);
}

/**
 * @param {bigint} minor
 * @param {number} exponent number of decimals of the currency (ISO 4217): 0 for JPY, 2 for MOP
 * @returns {{ whole: string, fraction: string }} the fraction is empty for exponent 0
 */
export function moneyParts(minor, exponent) {
  if (minor < 0n) throw new RangeError(`a sign never shows a negative amount, but got ${minor}`);
  if (!Number.isInteger(exponent) || exponent < 0 || exponent > 6) {
    throw new RangeError(`${exponent} is not the exponent of a currency`);
  }
  const digits = minor.toString().padStart(exponent + 1, '0');
  const point = digits.length - exponent;
  return {
    whole: digits.slice(0, point).replace(/\B(?=(\d{3})+$)/g, ','),
    fraction: digits.slice(point),
  };
}

/**
 * `MOP 1,234,567.89`
 * @param {string} currency
 * @param {bigint} minor
 * @param {number} exponent
 */
export function formatMoney(currency, minor, exponent) {
  const { whole, fraction } = moneyParts(minor, exponent);
  return fraction === '' ? `${currency} ${whole}` : `${currency} ${whole}.${fraction}`;
}

/**
 * `MOP 2,500` if there are no cents, for promises such as a fixed prize; the pool itself and a win
 * are always written in full.
 * @param {string} currency
 * @param {bigint} minor
 * @param {number} exponent
 */
export function formatBriefly(currency, minor, exponent) {
  const { whole, fraction } = moneyParts(minor, exponent);
  return /^0*$/.test(fraction) ? `${currency} ${whole}` : formatMoney(currency, minor, exponent);
}

/**
 * `10%` from 1000 basis points, `0.25%` from 25.
 * @param {number} basisPoints
 */
export function formatShare(basisPoints) {
  const { whole, fraction } = moneyParts(minorUnits(basisPoints), 2);
  const decimals = fraction.replace(/0+$/, '');
  return decimals === '' ? `${whole}%` : `${whole}.${decimals}%`;
}
