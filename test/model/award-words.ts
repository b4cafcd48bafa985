import type { Hand } from './events.js';

/** The words of the contract about awards and what is shown of them (4.8, 8.1 and 8.2). */

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

/** Somebody who has acted on an award. */
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
  /** Micro-units in decimal; null where nobody can say it. */
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

/** What an award has moved, in micro-units, as contract 4.8 names it. */
export interface Moved {
  /** F: what the pool paid. */
  fromPool: bigint;
  /** H: what each seat has, by seat: its prize and its stake given back. */
  seats: Map<number, bigint>;
  /** R: the part below a minor unit that a full payout left to the reserve. */
  remainder: bigint;
  /** S: the seed of the restart, or what the house added by `floorAtSeed`. */
  seed: bigint;
  /** Q: the reserve's part of the seed. */
  reserveOfSeed: bigint;
  /** The generations of the pool before a restart; null without one. */
  pooledBefore: number[] | null;
  /** What the house had paid of the seed of the pool before a restart. */
  seedOfHouseBefore: bigint;
  /** What the pool had before the award. */
  poolBefore: bigint;
  /** The pool cannot matter to it. */
  isOfHouseAlone: boolean;
  /** The pool cannot matter to whether it restarts, and the house adds nothing. */
  restartsByHands: boolean;
  /** How far the jackpot's overflow and refunds were. */
  overflow: bigint;
  refunds: bigint;
}

/** An award that is remembered. Never changed, only replaced. */
export interface Claim {
  award: Award;
  moved: Moved;
}

export interface Winner {
  seat: number;
  hand: Hand;
  amount: number;
}

/** The newest win that is no longer in doubt. */
export interface LastWin {
  award: string;
  table: string;
  hand: Hand;
  amount: number;
  at: string;
}

/** What a record did to an award, for the signs. */
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
