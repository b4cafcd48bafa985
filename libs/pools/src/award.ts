import type { JackpotHand } from '#rules';

/** A controller may number its rounds from 1 again, so the record's offset is part of the id. */
export function awardId(jackpot: string, table: string, round: string, offset: number): string {
  return `${jackpot}/${table}/${round}/${offset}`;
}

/** All payouts of one round, exact. What `jackpot.awards` says of it is made in `libs/engine`. */
export interface Award {
  readonly table: string;
  readonly round: string;
  readonly poolBeforeMicros: bigint;
  readonly poolAfterMicros: bigint;
  /** In the order of payment (Art. 15(3), 15(5)). */
  readonly payouts: readonly Payout[];
  /** Undefined where the pool was not paid out in full. */
  readonly restart: Restart | undefined;
}

export interface Payout {
  /** 1 for the seat that is paid first. */
  readonly order: number;
  readonly seat: number;
  readonly hand: JackpotHand;
  readonly basis: 'fixed' | 'share';
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
}
