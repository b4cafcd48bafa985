import { currencyExponent, exitCodes, formatMinor, UserError } from '#contract';

/**
 * Reads an amount as a person types it, in minor units: with its sign, and with all digits of the
 * currency after the point, so that nobody can take 500 for MOP 5.00.
 * @param given such as `+500.00` or `-500.00` in MOP, `+500` in JPY.
 * @throws UserError that says what is ambiguous, with an unambiguous text.
 */
export function readAmount(given: string, currency: string): number {
  // The minus sign of a text copied from a page.
  const text = given.trim().replace(/^−/, '-');
  const refuse = refusing('--amount', given);
  const [, sign = '', digits = ''] = /^([+-]?)(.*)$/s.exec(text) ?? [];
  const minor = magnitudeOf(digits, { sign, example: '+' }, currency, refuse);
  if (minor === 0) refuse('must not be zero.');
  if (sign === '') refuse(`write its sign, +${text} to give or -${text} to take.`);
  return sign === '-' ? -minor : minor;
}

/**
 * Reads an amount that somebody is paid, in minor units: without a sign, 0 or more, with all digits
 * after the point; or as this program prints it.
 * @param option that gives it.
 * @param given such as `1500.00` or `MOP 1,500.00`.
 * @throws UserError like `readAmount`.
 */
export function readSum(option: string, given: string, currency: string): number {
  // A page has a non-breaking space.
  const text = given.trim().replaceAll('\u00a0', ' ');
  const refuse = refusing(option, given);
  if (/^[+−-]/.test(text)) refuse(`write it without a sign: ${text.slice(1)}.`);
  const bare = text.replace(new RegExp(`^${currency} ?`), '');
  const plain = bare.replaceAll(',', '');
  const minor = /^\d+(\.\d+)?$/.test(plain) ? Number(plain.replace('.', '')) : NaN;
  if (Number.isSafeInteger(minor) && formatMinor(minor, currency) === text) return minor;
  return magnitudeOf(bare, { sign: '', example: '' }, currency, refuse);
}

/** An amount of minor units as a person types it: `-1500.00` in MOP, `1500` in JPY. */
export function typedMinor(amountMinor: number, currency: string): string {
  return formatMinor(amountMinor, currency).replace(`${currency} `, '').replaceAll(',', '');
}

type Refuse = (sentence: string) => never;

function refusing(option: string, given: string): Refuse {
  return (sentence) => {
    throw new UserError(`${option} ${given}: ${sentence}`, exitCodes.usage);
  };
}

interface Signs {
  /** The sign as given. */
  readonly sign: string;
  /** The sign as in examples. */
  readonly example: string;
}

/** Reads an amount without its sign. */
function magnitudeOf(text: string, signs: Signs, currency: string, refuse: Refuse): number {
  const exponent = currencyExponent(currency) ?? 0;
  const example = `${signs.example}1500${exponent === 0 ? '' : `.${'0'.repeat(exponent)}`}`;
  if (text.includes(',')) {
    refuse(`a comma is ambiguous; write ${example} for fifteen hundred.`);
  }
  const parts = /^(\d+)(?:\.(\d+))?$/.exec(text);
  if (!parts) return refuse(`not an amount; write it as ${example}, in ${currency}.`);
  const [, whole = '', fraction = ''] = parts;
  if (/^0*$/.test(`${whole}${fraction}`)) return 0;
  // Limits the digits: a larger number would be shown with other digits.
  if (whole.length > 15) refuse('it is too large.');
  if (fraction.length !== exponent) {
    refuse(wrongDigits({ whole, fraction, sign: signs.sign }, currency, exponent));
  }
  const minor = Number(`${whole}${fraction}`);
  if (!Number.isSafeInteger(minor)) refuse('it is too large.');
  return minor;
}

function wrongDigits(
  { sign, whole, fraction }: Readonly<Record<'sign' | 'whole' | 'fraction', string>>,
  currency: string,
  digits: number,
): string {
  if (digits === 0) return `${currency} has no digits after the point.`;
  if (fraction.length > digits) return `${currency} has ${digits} digits after the point.`;
  const full = `${whole}.${fraction.padEnd(digits, '0')}`;
  const shown = formatMinor(Number(`${sign}${full.replace('.', '')}`), currency);
  return `write all ${digits} digits after the point: ${sign}${full} is ${shown}.`;
}
