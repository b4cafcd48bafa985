import type { JackpotHand } from '#rules';

/** Includes the record's offset: a controller may number its rounds from 1 again. */
export function awardId(jackpot: string, table: string, round: string, offset: number): string {
  return `${jackpot}/${table}/${round}/${offset}`;
}

/** The offset at the end of an award's id; NaN for other text. */
export function offsetOfAward(id: string): number {
  return Number(/\/(\d{1,15})$/.exec(id)?.[1] ?? NaN);
}

export interface Payout {
  /** 1 for the seat that is paid first. */
  readonly order: number;
  readonly seat: number;
  readonly hand: JackpotHand;
  /** `granted`: people have decided the amount. */
  readonly basis: 'fixed' | 'share' | 'granted';
  readonly amountMicros: bigint;
  /** The part of the amount that the pool paid; the house paid the rest. */
  readonly fromPoolMicros: bigint;
  /** The returned stake; only under the policy `jackpotStakeOnWin: returned`. */
  readonly stakeReturnedMicros?: bigint;
}

/** The restart of a pool that was paid out in full, from its seed. */
export interface Restart {
  readonly seedMicros: bigint;
  /** The part of the seed that the reserve gave; the house gave the rest. */
  readonly fromReserveMicros: bigint;
  /** The remainder of a full payout, below a minor unit; the reserve received it. */
  readonly remainderMicros: bigint;
}
