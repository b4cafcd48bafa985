import { fractionInDigits, type SplitAmount } from './amount.js';

/**
 * `澳門元壹佰萬叁仟捌佰捌拾伍元正`: as on cheques in Macau and Hong Kong. The numerals are formal,
 * because a stroke turns 一 into 二, 三 or 十, and a slip is carried from hand to hand. The currency
 * stands before, and 正 ends what does not end in 分, so that nothing can be added. Avos are 角 and 分,
 * which are written; 毫 and 仙 are spoken.
 */
export function chineseAmount(amount: SplitAmount): string {
  const { currency, whole, fraction, exponent } = amount;
  const name = currencyNames.get(currency);
  if (name === undefined) {
    const rest = fraction === 0 ? '正' : `又${fractionInDigits(amount)}`;
    return `${chineseNumber(whole)} ${currency} ${rest}`;
  }
  if (fraction === 0) return `${name}${chineseNumber(whole)}元正`;
  const units = whole === 0n ? '' : `${chineseNumber(whole)}元`;
  return `${name}${units}${tenthsAndHundredths(fraction, exponent, units !== '')}`;
}

const currencyNames = new Map([
  ['MOP', '澳門元'],
  ['HKD', '港元'],
  ['USD', '美元'],
  ['EUR', '歐元'],
  ['JPY', '日圓'],
]);

/** All currencies with a name here and a fraction have two digits behind the point. */
function tenthsAndHundredths(fraction: number, exponent: number, hasUnits: boolean): string {
  const [tenths = 0, hundredths = 0] = String(fraction)
    .padStart(exponent, '0')
    .split('')
    .map(Number);
  if (hundredths === 0) return `${numerals[tenths]}角正`;
  if (tenths > 0) return `${numerals[tenths]}角${numerals[hundredths]}分`;
  return `${hasUnits ? '零' : ''}${numerals[hundredths]}分`;
}

/**
 * Zeros between two digits are one 零. Zeros at the end of what is counted in 億 or 萬 are none, if
 * the next digit is in the place right behind: 壹佰萬叁仟, but 壹佰萬零叁佰. 10^12 is 壹萬億, as in
 * Macau and Hong Kong; 兆 means something else in each region.
 */
function chineseNumber(number: bigint): string {
  const scale = scales.find(({ size }) => number >= size);
  if (!scale) return number === 0n ? '零' : belowTenThousand(Number(number));
  const { size, name } = scale;
  const rest = number % size;
  const words = `${chineseNumber(number / size)}${name}`;
  if (rest === 0n) return words;
  return `${words}${rest < size / 10n ? '零' : ''}${chineseNumber(rest)}`;
}

const scales = [
  { size: 100_000_000n, name: '億' },
  { size: 10_000n, name: '萬' },
];

function belowTenThousand(number: number): string {
  const digits = String(number).split('').map(Number);
  let words = '';
  for (const [index, digit] of digits.entries()) {
    if (digit === 0) continue;
    const zero = index > 0 && digits[index - 1] === 0 ? '零' : '';
    words += `${zero}${numerals[digit]}${places[digits.length - 1 - index]}`;
  }
  return words;
}

const numerals = ['零', '壹', '貳', '叁', '肆', '伍', '陸', '柒', '捌', '玖'];
const places = ['', '拾', '佰', '仟'];
