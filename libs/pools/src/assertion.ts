/** A bug, not a refusal: something impossible has happened, so the partition must stop. */
export class AssertionError extends Error {
  override readonly name = 'AssertionError';
}

/** Half of int64, so that the sum of any two balances in range is one that Redis can hold. */
export const balanceLimitMicros = 2n ** 62n - 1n;

/** What prizes leave of the range is for what is given back. */
export const prizeLimitMicros = (3n * balanceLimitMicros) / 4n;

/** What people post leaves half of the range to the tables. */
export function isLeftToTables(balanceMicros: bigint): boolean {
  return isInRange(2n * balanceMicros);
}

export function isInRange(balanceMicros: bigint): boolean {
  return balanceMicros <= balanceLimitMicros && balanceMicros >= -balanceLimitMicros;
}

export function fail(message: string): never {
  throw new AssertionError(message);
}
