import type { Hand } from './events.js';

/** The contract's words for awards and for their display (4.8, 8.1 and 8.2). */

export type SeatState = 'awarded' | 'locked' | 'verified' | 'paid' | 'expired' | 'reversed';

export interface Payout {
  order: number;
  seat: number;
  hand: Hand;
  basis: 'fixed' | 'share' | 'granted';
  amount: number;
  fromPool: number;
  fromHouse: number;
  stakeReturned?: number;
}

export interface SeatStateOf {
  seat: number;
  state: SeatState;
  slip: number | null;
  verified: number | null;
}

/** A person who has acted on an award. */
export interface By {
  act: string;
  kid: string;
  holder: string;
  offset: number;
  at: string;
}

export interface Affected {
  what: 'seed' | 'ceiling' | 'award' | 'adjustment' | 'configuration' | 'refund';
  offset: number;
  /** Micro-units in decimal; null if the amounts cannot be known. */
  more: { pool: string; reserve: string; house: string } | null;
}

/** The message of an award (contract 8.1). */
export interface Award {
  id: string;
  jackpot: string;
  table: string;
  round: string;
  currency: string;
  poolBefore: number;
  poolAfter: number;
  payouts: Payout[];
  restart: null | { seed: number; fromReserve: number; fromHouse: number };
  offset: number;
  wonAt: string | null;
  recordedAt: string;
  states: SeatStateOf[];
  by: By[];
  cause: string | null;
  replaces: string | null;
  affects: Affected[];
}

/** The money that an award has moved, in micro-units, with the names of contract 4.8. */
export interface Moved {
  /** F: the amount that the pool paid. */
  fromPool: bigint;
  /** H: the amount of each seat, by seat: its prize and its returned stake. */
  seats: Map<number, bigint>;
  /** R: the fraction of a minor unit that a full payout left to the reserve. */
  remainder: bigint;
  /** S: the seed of the restart, or what the house added by `floorAtSeed`. */
  seed: bigint;
  /** Q: the reserve's part of the seed. */
  reserveOfSeed: bigint;
  /** The generations of the pool before a restart; null without one. */
  pooledBefore: number[] | null;
  /** The amount that the house had paid of the pool's seed before a restart. */
  seedOfHouseBefore: bigint;
  /** The content of the pool before the award. */
  poolBefore: bigint;
  /** True if the pool cannot affect the award. */
  isOfHouseAlone: boolean;
  /** True if the pool cannot affect whether it restarts, and the house adds nothing. */
  restartsByHands: boolean;
  /** The jackpot's overflow and refunds at that time. */
  overflow: bigint;
  refunds: bigint;
}

/** A remembered award. It is never changed, only replaced. */
export interface Claim {
  award: Award;
  moved: Moved;
}

export interface Winner {
  seat: number;
  hand: Hand;
  amount: number;
}

/** The newest win without doubt about it. */
export interface LastWin {
  award: string;
  table: string;
  hand: Hand;
  amount: number;
  at: string;
}

/** A record's effect on an award, for the signs. */
export interface Hit {
  award: string;
  offset: number;
  table: string;
  state: 'awarded' | 'locked' | 'verified' | 'reversed';
  winners: Winner[];
}

/** The message of a pool's value (contract 8.2). */
export interface Value {
  jackpot: string;
  currency: string;
  exponent: number;
  value: number;
  text: string;
  version: number;
  at: string;
  state: 'running' | 'suspended' | 'retired';
  hit: Hit | null;
  pending: {
    award: string;
    table: string;
    at: string;
    winners: (Winner & { state: 'locked' | 'verified' })[];
  }[];
  pendingMore: number;
  last: LastWin | null;
}
