import type { JackpotHand } from '#rules';

/** All payouts of one round, as published on `jackpot.awards`; amounts in minor units, rounded down. */
export interface Award {
  /** `<jackpot>/<table>/<round>/<offset>`: a controller may count its rounds anew. */
  readonly id: string;
  readonly jackpot: string;
  readonly table: string;
  readonly round: string;
  readonly state: 'awarded';
  readonly currency: string;
  readonly poolBefore: number;
  readonly poolAfter: number;
  /** In the order of payment (Art. 15(3), 15(5)). */
  readonly payouts: readonly Payout[];
  readonly restart: { seed: number; fromReserve: number; fromHouse: number } | null;
  readonly offset: number;
  /** ISO 8601, from the record's Kafka timestamp. */
  readonly time: string;
}

export interface Payout {
  readonly order: number;
  readonly seat: number;
  readonly hand: JackpotHand;
  readonly basis: 'fixed' | 'share';
  readonly amount: number;
  readonly fromPool: number;
  readonly fromHouse: number;
  /** The stake given back with the prize; only under the policy `jackpotStakeOnWin: returned`. */
  readonly stakeReturned?: number;
}
