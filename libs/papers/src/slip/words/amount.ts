/** An amount of a currency, split into units and what is below one, both exact. */
export interface SplitAmount {
  readonly currency: string;
  /** Whole units, such as patacas. */
  readonly whole: bigint;
  /** Minor units that are no whole one, such as avos. */
  readonly fraction: number;
  /** Minor-unit digits of the currency (ISO 4217). */
  readonly exponent: number;
}

/** What is below a unit of a currency without a name here, as on cheques: `05/100`. */
export function fractionInDigits({ fraction, exponent }: SplitAmount): string {
  return `${String(fraction).padStart(exponent, '0')}/${10 ** exponent}`;
}
