import { currencyExponent } from '#contract';
import type { Words } from '../../words.js';
import { chineseAmount } from './chinese.js';
import { englishAmount } from './english.js';
import { portugueseAmount } from './portuguese.js';

/**
 * An amount as a payment document writes it next to the digits.
 * @param amountMinor a whole number of minor units, at least 0.
 * @throws RangeError for any other number.
 */
export function amountInWords(amountMinor: number, currency: string): Words {
  if (!Number.isSafeInteger(amountMinor) || amountMinor < 0) {
    throw new RangeError(`${amountMinor} is no amount of minor units that has words.`);
  }
  const exponent = currencyExponent(currency) ?? 0;
  const minorPerUnit = 10n ** BigInt(exponent);
  const minor = BigInt(amountMinor);
  const whole = minor / minorPerUnit;
  const amount = { currency, whole, fraction: Number(minor % minorPerUnit), exponent };
  return {
    en: englishAmount(amount),
    pt: portugueseAmount(amount),
    'zh-Hant': chineseAmount(amount),
  };
}
