/** An amount of a currency, split into whole units and the rest, both exact. */
export interface SplitAmount {
  readonly currency: string;
  /** Whole units, such as patacas. */
  readonly whole: bigint;
  /** The rest in minor units, such as avos. */
  readonly fraction: number;
  /** Minor-unit digits of the currency (ISO 4217). */
  readonly exponent: number;
}

/** The rest below a unit, for a currency without a name here, as on cheques: `05/100`. */
export function fractionInDigits({ fraction, exponent }: SplitAmount): string {
  return `${String(fraction).padStart(exponent, '0')}/${10 ** exponent}`;
}
