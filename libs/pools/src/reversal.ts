import type { More } from './claims.js';

/** The amounts moved by an award, for its reversal (contract 4.8). Micro-units. */
export interface MovedByAward {
  /** The pool before it. */
  readonly poolBefore: bigint;
  /** The amount that the pool paid. */
  readonly fromPool: bigint;
  /** The amount that its seats got, including returned stakes. */
  readonly handedOver: bigint;
  /** The remainder of a full payout, below a minor unit, which the reserve received. */
  readonly remainder: bigint;
  /** The seed of the restart, or the amount that the house added by `floorAtSeed`. */
  readonly added: bigint;
  /** The part of it that the reserve gave. */
  readonly fromReserve: bigint;
}

/** Amounts in micro-units. */
export interface Reversal {
  /** Changes of the accounts, besides the account that the seats' money comes back from. */
  readonly back: More;
  /** The part of the added amount that returns to the house. */
  readonly seedToHouse: bigint;
  /** The part of the added amount that stays in the pool, by its givers; null if none stays. */
  readonly left: More | null;
  /** The pool's amount without a ceiling. */
  readonly poolUncut: bigint;
}

/**
 * The inverse of an award: with `-handedOver` of the seats' account the changes sum to zero. The
 * pool never falls, and neither pool nor reserve gets below zero.
 * @param ceiling undefined if the pool has none.
 */
export function reversalOf(
  { poolBefore, fromPool, handedOver, remainder, added, fromReserve }: MovedByAward,
  { pool, reserve }: { readonly pool: bigint; readonly reserve: bigint },
  ceiling: bigint | undefined,
): Reversal {
  // The reserve first gets its part of the seed back, or it could not return the remainder.
  const refilled = least(fromReserve, added, fromPool + remainder);
  const remainderBack = least(remainder, reserve + refilled);
  const back = least(added, fromPool + remainderBack);
  const backToReserve = least(fromReserve, back);
  const rise = fromPool + remainderBack - back;
  const poolUncut = pool + rise;
  const over = ceiling === undefined ? 0n : poolUncut - most(ceiling, poolBefore);
  const cut = over > 0n ? least(over, rise) : 0n;
  const [left, leftOfReserve] = [added - back, fromReserve - backToReserve];
  return {
    back: {
      pool: rise - cut,
      reserve: backToReserve - remainderBack + cut,
      house: handedOver - fromPool + back - backToReserve,
    },
    seedToHouse: back - backToReserve,
    left: left > 0n ? { pool: left, reserve: -leftOfReserve, house: leftOfReserve - left } : null,
    poolUncut,
  };
}

function least(...amounts: readonly [bigint, ...bigint[]]): bigint {
  return amounts.reduce((one, other) => (other < one ? other : one));
}

function most(one: bigint, other: bigint): bigint {
  return one < other ? other : one;
}
