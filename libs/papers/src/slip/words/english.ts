import { toCardinal } from 'n2words/en-GB';
import { fractionInDigits, type SplitAmount } from './amount.js';

/** `one million three thousand eight hundred and eighty-five patacas`: British, short scale. */
export function englishAmount(amount: SplitAmount): string {
  const { currency, whole, fraction } = amount;
  const names = currencyNames.get(currency);
  if (!names) {
    const rest = fraction === 0 ? '' : ` and ${fractionInDigits(amount)}`;
    return `${toCardinal(whole)} ${currency}${rest}`;
  }
  const units = `${toCardinal(whole)} ${whole === 1n ? names.unit : names.units}`;
  if (fraction === 0) return units;
  const cents = `${toCardinal(fraction)} ${fraction === 1 ? names.cent : names.cents}`;
  return whole === 0n ? cents : `${units} and ${cents}`;
}

const currencyNames = new Map([
  ['MOP', { unit: 'pataca', units: 'patacas', cent: 'avo', cents: 'avos' }],
  ['HKD', { unit: 'Hong Kong dollar', units: 'Hong Kong dollars', cent: 'cent', cents: 'cents' }],
  ['USD', { unit: 'US dollar', units: 'US dollars', cent: 'cent', cents: 'cents' }],
  ['EUR', { unit: 'euro', units: 'euros', cent: 'cent', cents: 'cents' }],
  ['JPY', { unit: 'yen', units: 'yen', cent: '', cents: '' }],
]);
