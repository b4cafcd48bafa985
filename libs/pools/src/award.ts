import type { JackpotHand } from '#rules';

/** A controller may number its rounds from 1 again, so the record's offset is part of the id. */
export function awardId(jackpot: string, table: string, round: string, offset: number): string {
  return `${jackpot}/${table}/${round}/${offset}`;
}

/** The offset at the end of an award's id; NaN for what is none. */
export function offsetOfAward(id: string): number {
  return Number(/\/(\d{1,15})$/.exec(id)?.[1] ?? NaN);
}

export interface Payout {
  /** 1 for the seat that is paid first. */
  readonly order: number;
  readonly seat: number;
  readonly hand: JackpotHand;
  /** `granted`: people have said the amount. */
  readonly basis: 'fixed' | 'share' | 'granted';
  readonly amountMicros: bigint;
  /** What of the amount the pool paid; the house paid the rest. */
  readonly fromPoolMicros: bigint;
  /** The stake given back with the prize; only under the policy `jackpotStakeOnWin: returned`. */
  readonly stakeReturnedMicros?: bigint;
}

/** A pool that was paid out in full begins again from its seed. */
export interface Restart {
  readonly seedMicros: bigint;
  /** What of the seed the reserve gave; the house gave the rest. */
  readonly fromReserveMicros: bigint;
  /** What a full payout left, below a minor unit; the reserve got it. */
  readonly remainderMicros: bigint;
}
