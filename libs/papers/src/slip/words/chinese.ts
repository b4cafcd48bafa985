import { toCardinal } from 'n2words/zh-Hant-TW';
import { fractionInDigits, type SplitAmount } from './amount.js';

/**
 * `澳門元壹佰萬零叁仟捌佰捌拾伍元正`: as on cheques in Macau and Hong Kong. The numerals are formal, because a
 * stroke turns 一 into 二, 三 or 十, and a slip is carried from hand to hand. The currency comes first,
 * and 正 ends an amount that does not end in 分, so that nothing can be added. Avos are 角 and 分,
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

/** Every currency with a name here and a fraction has two digits after the point. */
function tenthsAndHundredths(fraction: number, exponent: number, hasUnits: boolean): string {
  const [tenths = 0, hundredths = 0] = String(fraction)
    .padStart(exponent, '0')
    .split('')
    .map(Number);
  if (hundredths === 0) return `${chineseNumber(tenths)}角正`;
  if (tenths > 0) return `${chineseNumber(tenths)}角${chineseNumber(hundredths)}分`;
  return `${hasUnits ? '零' : ''}${chineseNumber(hundredths)}分`;
}

/**
 * The library writes 參, as in Taiwan; Macau and Hong Kong write 叁. Zeros between two digits are one
 * 零, also at the end of the part counted in 萬: 壹佰萬零叁仟. 10^12 is 壹萬億, as in Macau and Hong Kong; 兆
 * means something else in each region.
 */
function chineseNumber(number: bigint | number): string {
  return toCardinal(number).replaceAll('參', '叁');
}
