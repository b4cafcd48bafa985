/** Micro-units in a minor unit, for the currencies of our jackpots and of the generator. */
const MINOR_UNITS: Record<string, bigint> = {
  ...{ MOP: 10_000n, HKD: 10_000n, JPY: 1_000_000n, KWD: 1_000n },
};

export function minorUnit(currency: string): bigint {
  const unit = MINOR_UNITS[currency];
  if (unit === undefined) throw new Error(`The model knows no digits of ${currency}.`);
  return unit;
}

export function roundDown(micros: bigint, unit: bigint): bigint {
  return (micros / unit) * unit;
}
