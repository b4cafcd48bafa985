/**
 * Minor-unit digits of an ISO 4217 currency, or undefined for a code that is none.
 * MOP and HKD have 2, JPY 0, KWD 3.
 */
export function currencyExponent(code: string): number | undefined {
  if (!currencies.has(code)) return undefined;
  return new Intl.NumberFormat('en', { style: 'currency', currency: code }).resolvedOptions()
    .maximumFractionDigits;
}

const currencies = new Set(Intl.supportedValuesOf('currency'));

/** An amount of minor units for people, as `MOP 1,234.56`; exact, formatted from the integer. */
export function formatMinor(amountMinor: number, currency: string): string {
  const exponent = currencyExponent(currency) ?? 0;
  const digits = Math.abs(amountMinor)
    .toString()
    .padStart(exponent + 1, '0');
  const whole = digits.slice(0, digits.length - exponent).replace(/\B(?=(\d{3})+$)/g, ',');
  const fraction = exponent === 0 ? '' : `.${digits.slice(-exponent)}`;
  return `${currency} ${amountMinor < 0 ? '-' : ''}${whole}${fraction}`;
}
