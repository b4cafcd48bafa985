import { formatMinor } from '#contract';
import { microsPerMinor } from '#pools';

/** Micro-units for people: as minor units, and what is below one behind them, so that it is exact. */
export function formatMicros(micros: bigint, currency: string, exponent: number): string {
  const unit = microsPerMinor(exponent);
  const magnitude = micros < 0n ? -micros : micros;
  const whole = formatMinor(Number(magnitude / unit), currency);
  const rest = magnitude % unit;
  const places = 6 - exponent;
  const point = exponent === 0 ? '.' : '';
  const below = rest === 0n ? '' : point + rest.toString().padStart(places, '0').replace(/0+$/, '');
  return `${micros < 0n ? whole.replace(' ', ' -') : whole}${below}`;
}
