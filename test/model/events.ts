import type { Award, Claim, LastWin, Value } from './award-words.js';

export type { Award };

/** The contract's words that the model uses: events, outcomes, the state of a jackpot. */

export const HANDS = [
  'royal-flush',
  'straight-flush',
  'four-of-a-kind',
  'full-house',
  'flush',
] as const;
export type Hand = (typeof HANDS)[number];

/** The content of a record that is known to be well-formed and in its home partition. */
export interface ModelEvent {
  type: string;
  id: string;
  source: string;
  sequence: string;
  subject: string;
  /** The clock of the source. */
  time?: string;
  /** Only in a command. */
  expires?: string;
  data: Record<string, unknown>;
}

export interface At {
  offset: number;
  timestampMs: number;
}

export interface Win {
  seat: number;
  hand: Hand;
}

export interface BetPlaced {
  round: string;
  seat: number;
  stake: number;
  baseBets: string[];
  currency?: string;
}

export interface RoundSettled {
  round: string;
  wins: Win[];
  hands?: { seat: number; cards: string[] }[];
  community?: string[];
}

export interface PoolAdjusted {
  amount: number;
  account: 'pool' | 'reserve';
  reason: string;
  opening?: { amount: number; on: string; from: string };
}

/** A table that a configuration lists (contract 3.6). */
export interface ListedTable {
  id: string;
  heartbeatSeconds?: number;
  kid?: string;
  signs?: 'claims' | 'settlements' | 'all';
  seats?: number;
  rounds?: 'ascending';
  dealt?: 'seats';
}

/** The approvers for an act of at least this amount, in minor units (contract 4.5). */
export interface Tier {
  from: number;
  by: string[];
  notice?: string;
}

export interface Prize {
  fixed: number;
  share?: number;
}

export interface Configuration {
  id: string;
  name?: Record<string, string>;
  currency: string;
  ruleset: string;
  seed: number;
  stake: { min: number; max: number };
  rates: { pool: number; reserve: number };
  prizes: Partial<Record<Hand, Prize>>;
  ceiling?: number | null;
  payoutUnit?: number;
  maxTables?: number;
  tables?: ListedTable[] | null;
  approvals?: Record<string, Tier[]> | null;
  policies?: Record<string, string | boolean>;
  verifyAbove?: number | null;
  verifyAboveWithCards?: number | null;
  unclaimedTo?: Unclaimed;
  unclaimedAfterHours?: number;
  zone?: string;
}

/** The account that gets unclaimed money. */
export type Unclaimed = 'house' | 'reserve' | 'pool';

export interface Configured extends Configuration {
  effective?: 'now' | 'next-restart';
  replacesPending?: boolean;
  madeFrom?: number | null;
  reason?: string;
}

export interface ModelOutcome {
  effect: 'applied' | 'duplicate' | 'refused';
  reasons: string[];
  /** The award that the event made or changed. */
  award: Award | null;
}

/** An outcome, with the parts that do not follow from the law alone. */
export interface ModelEffect extends ModelOutcome {
  /** The act that the event carried out; null for a table's event. */
  act: Act | null;
  /** The message about the pool after it; null if it changed nothing that signs show. */
  value: Value | null;
}

export interface Accounts {
  pool: bigint;
  reserve: bigint;
  house: bigint;
  players: bigint;
  /** Awarded, but not yet handed over. */
  held: bigint;
}

export interface Bet {
  seat: number;
  stakeMicros: bigint;
  poolMicros: bigint;
  reserveMicros: bigint;
  generation: number;
  /** The terms in force when it was placed. */
  terms: Terms;
  /** The Kafka time since when it is carried, ms; null if it is not carried. */
  carriedSinceMs: number | null;
}

/** The posted terms (contract 5.1): this configuration's prizes, payout unit and policies. */
export interface Terms {
  /** The name of the terms: the offset of the record that put them in force. */
  since: number;
  posted: Configuration;
}

export interface Round {
  id: string;
  /** Kafka time of its first event. */
  beganMs: number;
  /** The terms in force when it began. */
  terms: Terms;
  dealt: boolean;
  /** A `round.dealt` has named the seats that were dealt in. */
  seated: boolean;
  /** Seats whose carried bet that deal has left out. */
  leftOut: number[];
  /** Another round began while this one had bets; stays true when the other one is over. */
  gaveWay: boolean;
  bets: Bet[];
}

export interface Table {
  open: Round[];
  /** The ids of the last finished rounds. */
  over: string[];
  /** The newest round that has begun, if rounds count up; null if they never have. */
  newest: bigint | null;
  /** contract 9.1: the award of the last result, until a round begins. */
  lastAward: string | null;
  carried: Bet[];
  counted: Counted;
  /** contract 3.7; null before its first heartbeat with meters. */
  own: OwnMeters | null;
}

/** contract 3.7: the distance of a table's own meters from ours, micro-units. */
export interface OwnMeters {
  base: Record<'stakes' | 'paid', bigint>;
  /** The time since when they differ. */
  sinceMs: number | null;
  /** The content of the last remark. */
  said: { stakes: bigint; paid: bigint; atMs: number } | null;
}

/** contract 6.1: the meters of a table or of a hand, by their names, without those that are 0. */
export type Counted = Record<string, bigint>;

/** The effect of a command, without its signer. */
export interface Act {
  type: string;
  data: Record<string, unknown>;
}

/** A person whose key has signed; `x` is the key. */
export interface Person {
  kid: string;
  holder: string;
  roles: string[];
  x: string;
}

/** An act that waits for more people (contract 4.5). */
export interface Proposal {
  /** The offset of its record. */
  offset: number;
  type: string;
  /** SHA-256 of its canonical JSON, hex. */
  digest: string;
  proposer: Signature;
  expiresMs: number;
  by: string[];
  approvers: Signature[];
}

/** A person who has signed a record of the log. */
export interface Signature extends Person {
  offset: number;
  atMs: number;
}

/** The record that carries out an act, and the people who signed for it. */
export interface Doing {
  at: At;
  /** The clock of its source; null if the record has no time. */
  time: string | null;
  /** In the order of their records. */
  by: Signature[];
}

/** A closed gaming day, and the meters at its end. */
export interface Day extends Pick<Jackpot, 'meters' | 'hands'> {
  day: string;
  /** The offset of its `day.closed`. */
  offset: number;
}

/** contract 6.3: the money moved from one jackpot to another. */
export interface Transfer {
  /** The other jackpot. */
  with: string;
  /** The offset of the `jackpot.retired`. */
  offset: number;
  pool: bigint;
  reserve: bigint;
}

export interface Jackpot {
  id: string;
  configuration: Configuration;
  terms: Terms;
  pending: Configuration | null;
  suspended: { kid: string; holder: string; offset: number; atMs: number; reason: string } | null;
  /** contract 6.3: null until it has ended. */
  retired: Transfer | null;
  /** The money that it has received from retired jackpots, by their ids. */
  received: Map<string, Transfer>;
  /** Tables whose bets are refused. */
  blocked: Set<string>;
  /** Oldest first. */
  proposals: Proposal[];
  /** The amounts that people have moved alone, minor units: by day, holder and type. */
  alone: Map<string, number>;
  /**
   * Sequences that the event sets, by table; applied once it is known that the event is not
   * refused.
   */
  resets: Map<string, bigint>;
  generation: number;
  /** contract 6.3: the house's part of the pool's seed. */
  seedOfHouse: bigint;
  /** The generations whose money is in the pool. */
  pooled: number[];
  accounts: Accounts;
  /** contract 6.1: the number and the sum of the postings of each cause. */
  meters: Map<string, { times: number; sums: Accounts }>;
  /** contract 6.1, by hand. */
  hands: Map<string, Counted>;
  /** contract 6.2: the last closed day; null before the first. */
  closed: (Day & { statements: object[] }) | null;
  tables: Map<string, Table>;
  /** The remembered awards, by offset. */
  claims: Claim[];
  /** The highest offset of a forgotten award; -1 if there is none. */
  forgotten: number;
  /** The highest offset of a record that made or changed an award that is forgotten by now. */
  lastForgotten: number;
  /** The last slip number. */
  slips: number;
  /** The offset of the newest accepted `jackpot.configured`. */
  configuredAt: number;
  /** The newest offset of each kind of event that makes the inverse of an earlier award inexact. */
  newest: { adjustment: number; configuration: number; refund: number };
  /** With a ceiling: the amount that bets gave to the reserve because of it, micro-units. */
  overflow: bigint;
  /** The former contributions of refunded bets to pool and reserve, micro-units. */
  refunds: bigint;
  last: LastWin | null;
  /** The offset after the last record that changed what signs show of the jackpot, and its time. */
  version: number;
  changedMs: number;
  /** The record that changes the jackpot. */
  at: At;
  /** The value of `Model.roundsDown` when the event came. */
  roundsDown?: boolean;
}

/** The event changes nothing, for this reason (contract 3.5). */
export class Refusal extends Error {
  readonly reason: string;

  constructor(reason: string) {
    super(reason);
    this.reason = reason;
  }
}
