import { microsPerMinor } from '#pools';

/**
 * Minor-unit digits of an ISO 4217 currency: MOP 2, JPY 0, KWD 3; undefined for any other code.
 * Does not use `Intl`: the same log must give the same ledger on every runtime.
 */
export function currencyExponent(code: string): number | undefined {
  return exponents.get(code);
}

/** ISO 4217, list one, without funds, metals and testing codes, by minor-unit digits. */
const currenciesByExponent = {
  0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF',
  2: `AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BMD BND BOB BRL BSD BTN BWP BYN BZD
    CAD CDF CHF CNY COP CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD
    GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD
    MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP
    PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS
    TMT TOP TRY TTD TWD TZS UAH USD UYU UZS VED VES WST XCD XCG YER ZAR ZMW ZWG`,
  3: 'BHD IQD JOD KWD LYD OMR TND',
} as const;

const exponents = new Map(
  Object.entries(currenciesByExponent).flatMap(([exponent, codes]) =>
    codes.split(/\s+/).map((code) => [code, Number(exponent)] as const),
  ),
);

/** Formats an amount of minor units for people, as `MOP 1,234.56`; exact, from the integer. */
export function formatMinor(amountMinor: number, currency: string): string {
  const exponent = currencyExponent(currency) ?? 0;
  const digits = Math.abs(amountMinor)
    .toString()
    .padStart(exponent + 1, '0');
  const whole = digits.slice(0, digits.length - exponent).replace(/\B(?=(\d{3})+$)/g, ',');
  const fraction = exponent === 0 ? '' : `.${digits.slice(-exponent)}`;
  return `${currency} ${amountMinor < 0 ? '-' : ''}${whole}${fraction}`;
}

/** Formats micro-units for people, exactly: `MOP 12.34`, with more digits only for a remainder. */
export function formatMicros(micros: bigint, currency: string): string {
  const exponent = currencyExponent(currency) ?? 0;
  const unit = microsPerMinor(exponent);
  const magnitude = micros < 0n ? -micros : micros;
  const minor = formatMinor(Number(magnitude / unit), currency);
  const rest = (magnitude % unit)
    .toString()
    .padStart(6 - exponent, '0')
    .replace(/0+$/, '');
  const digits = rest === '' || exponent > 0 ? rest : `.${rest}`;
  return `${micros < 0n ? minor.replace(' ', ' -') : minor}${digits}`;
}
