import { currencyExponent, exitCodes, formatMinor } from '#contract';
import { UserError } from './user-error.js';

/**
 * An amount as a person types it, in minor units: with its sign, and with all digits of the
 * currency after the point, so that nobody can take 500 for MOP 5.00.
 * @param given such as `+500.00` or `-500.00` in MOP, `+500` in JPY.
 * @throws UserError that says what is ambiguous, with the text that would not be.
 */
export function readAmount(given: string, currency: string): number {
  const refuse = (sentence: string): never => {
    throw new UserError(`--amount ${given}: ${sentence}`, exitCodes.usage);
  };
  const digits = currencyExponent(currency) ?? 0;
  const example = digits === 0 ? '+1500' : `+1500.${'0'.repeat(digits)}`;
  // The minus sign of a text that was copied from a page.
  const text = given.trim().replace(/^−/, '-');
  if (text.includes(',')) {
    refuse(`a comma is a thousand here and a decimal there; write ${example} for fifteen hundred.`);
  }
  const parts = /^([+-]?)(\d+)(?:\.(\d+))?$/.exec(text);
  if (!parts) return refuse(`it is no amount; write it as ${example}, in ${currency}.`);
  const [, sign, whole = '', fraction = ''] = parts;
  if (fraction.length !== digits) refuse(wrongDigits(whole, fraction, currency, digits));
  if (sign === '') refuse(`say with its sign whether it is given or taken: +${text} or -${text}.`);
  const minor = Number(`${whole}${fraction}`);
  if (!Number.isSafeInteger(minor)) refuse('it is too large.');
  if (minor === 0) refuse('it is nothing.');
  return sign === '-' ? -minor : minor;
}

function wrongDigits(whole: string, fraction: string, currency: string, digits: number): string {
  if (digits === 0) return `${currency} has no digits after the point.`;
  const full = `${whole}.${fraction.slice(0, digits).padEnd(digits, '0')}`;
  if (fraction.length > digits) return `${currency} has ${digits} digits after the point.`;
  const shown = formatMinor(Number(full.replace('.', '')), currency);
  return `write all ${digits} digits after the point: ${full} is ${shown}.`;
}
