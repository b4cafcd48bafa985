/** What an award has moved, as its reversal needs it (contract 4.8). Micro-units. */
export interface MovedByAward {
  /** What the pool paid. */
  readonly fromPool: bigint;
  /** What its seats got, stakes given back with it. */
  readonly handedOver: bigint;
  /** What a full payout left to the reserve, below a minor unit. */
  readonly remainder: bigint;
  /** The seed of the restart, or what the house added by `floorAtSeed`. */
  readonly added: bigint;
  /** What of that the reserve gave. */
  readonly fromReserve: bigint;
}

/** Changes of the accounts beside the one that the seats' money comes back from. Micro-units. */
export interface Reversal {
  readonly pool: bigint;
  readonly reserve: bigint;
  readonly house: bigint;
}

/**
 * The inverse of an award: with `-handedOver` of the seats' account the changes sum to zero. The
 * pool never falls, and neither pool nor reserve gets below zero.
 * @param ceiling undefined where the pool has none.
 */
export function reversalOf(
  { fromPool, handedOver, remainder, added, fromReserve }: MovedByAward,
  { pool, reserve }: { readonly pool: bigint; readonly reserve: bigint },
  ceiling: bigint | undefined,
): Reversal {
  // The reserve has its part of the seed back first, or it could not give the remainder back.
  const refilled = least(fromReserve, added, fromPool + remainder);
  const remainderBack = least(remainder, reserve + refilled);
  const back = least(added, fromPool + remainderBack);
  const backToReserve = least(fromReserve, back);
  const rise = fromPool + remainderBack - back;
  const above = ceiling === undefined ? 0n : pool + rise - ceiling;
  const over = above > 0n ? least(above, rise) : 0n;
  return {
    pool: rise - over,
    reserve: backToReserve - remainderBack + over,
    house: handedOver - fromPool + back - backToReserve,
  };
}

function least(...amounts: readonly [bigint, ...bigint[]]): bigint {
  return amounts.reduce((one, other) => (other < one ? other : one));
}
