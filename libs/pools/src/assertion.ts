/** A bug, not a refusal: something impossible has happened, so the partition must stop. */
export class AssertionError extends Error {
  override readonly name = 'AssertionError';
}

/** Half of int64, so that the sum of any two balances in range is one that Redis can hold. */
export const balanceLimitMicros = 2n ** 62n - 1n;

/** The part of the range that prizes may use; the rest is for refunds. */
export const prizeLimitMicros = (3n * balanceLimitMicros) / 4n;

/** Tells whether a posting by people leaves half of the range to the tables. */
export function isLeftToTables(balanceMicros: bigint): boolean {
  return isInRange(2n * balanceMicros);
}

export function isInRange(balanceMicros: bigint): boolean {
  return balanceMicros <= balanceLimitMicros && balanceMicros >= -balanceLimitMicros;
}

export function fail(message: string): never {
  throw new AssertionError(message);
}
