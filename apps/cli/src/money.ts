import { currencyExponent, formatMinor } from '#contract';
import { microsPerMinor } from '#pools';

/** Micro-units for people, exactly: `MOP 12.34`, with more digits only where there is a rest. */
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

/** A part of a whole, 0.0308 as `3.08 %`. */
export function formatPart(part: number): string {
  return `${(part * 100).toFixed(2)} %`;
}

/** Basis points as `7.5 %`. */
export function formatPercent(basisPoints: number): string {
  return `${basisPoints / 100} %`;
}
