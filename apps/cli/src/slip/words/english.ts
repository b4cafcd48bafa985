import { digitGroups, fractionInDigits, type SplitAmount } from './amount.js';

/** `one million three thousand eight hundred and eighty-five patacas`: British, short scale. */
export function englishAmount(amount: SplitAmount): string {
  const { currency, whole, fraction } = amount;
  const names = currencyNames.get(currency);
  if (!names) {
    const rest = fraction === 0 ? '' : ` and ${fractionInDigits(amount)}`;
    return `${englishNumber(whole)} ${currency}${rest}`;
  }
  const units = `${englishNumber(whole)} ${whole === 1n ? names.unit : names.units}`;
  if (fraction === 0) return units;
  const cents = `${englishNumber(BigInt(fraction))} ${fraction === 1 ? names.cent : names.cents}`;
  return whole === 0n ? cents : `${units} and ${cents}`;
}

const currencyNames = new Map([
  ['MOP', { unit: 'pataca', units: 'patacas', cent: 'avo', cents: 'avos' }],
  ['HKD', { unit: 'Hong Kong dollar', units: 'Hong Kong dollars', cent: 'cent', cents: 'cents' }],
  ['USD', { unit: 'US dollar', units: 'US dollars', cent: 'cent', cents: 'cents' }],
  ['EUR', { unit: 'euro', units: 'euros', cent: 'cent', cents: 'cents' }],
  ['JPY', { unit: 'yen', units: 'yen', cent: '', cents: '' }],
]);

function englishNumber(number: bigint): string {
  const groups = digitGroups(number, 3);
  const words = groups.flatMap((group, index) => {
    if (group === 0) return [];
    const scale = scales[groups.length - 1 - index];
    const isLast = index === groups.length - 1;
    const and = isLast && index > 0 && group < 100 ? 'and ' : '';
    return `${and}${englishBelowThousand(group)}${isLast ? '' : ` ${scale}`}`;
  });
  return words.length === 0 ? 'zero' : words.join(' ');
}

const scales = ['', 'thousand', 'million', 'billion', 'trillion', 'quadrillion'];

function englishBelowThousand(number: number): string {
  const hundreds = Math.trunc(number / 100);
  const rest = number % 100;
  if (hundreds === 0) return belowHundred(rest);
  const words = `${belowTwenty[hundreds]} hundred`;
  return rest === 0 ? words : `${words} and ${belowHundred(rest)}`;
}

function belowHundred(number: number): string {
  if (number < 20) return belowTwenty[number] as string;
  const words = tens[Math.trunc(number / 10)] as string;
  return number % 10 === 0 ? words : `${words}-${belowTwenty[number % 10]}`;
}

const belowTwenty = [
  ...['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'],
  ...['eleven', 'twelve', 'thirteen', 'fourteen', 'fifteen', 'sixteen', 'seventeen', 'eighteen'],
  'nineteen',
];

const tens = [
  ...['', '', 'twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety'],
];
