import type { More } from './claims.js';

/** What an award has moved, as its reversal needs it (contract 4.8). Micro-units. */
export interface MovedByAward {
  /** What the pool had before it. */
  readonly poolBefore: bigint;
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

/** Micro-units. */
export interface Reversal {
  /** Changes of the accounts beside the one that the seats' money comes back from. */
  readonly back: More;
  /** What the house has back of what was added. */
  readonly seedToHouse: bigint;
  /** What stays in the pool of what was added, and who has given it; null where nothing does. */
  readonly left: More | null;
  /** What the pool would have without a ceiling. */
  readonly poolUncut: bigint;
}

/**
 * The inverse of an award: with `-handedOver` of the seats' account the changes sum to zero. The
 * pool never falls, and neither pool nor reserve gets below zero.
 * @param ceiling undefined where the pool has none.
 */
export function reversalOf(
  { poolBefore, fromPool, handedOver, remainder, added, fromReserve }: MovedByAward,
  { pool, reserve }: { readonly pool: bigint; readonly reserve: bigint },
  ceiling: bigint | undefined,
): Reversal {
  // The reserve has its part of the seed back first, or it could not give the remainder back.
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
