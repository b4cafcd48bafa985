import type { Award, Claim, LastWin, Value } from './award-words.js';

export type { Award };

/** The words of the contract that the model speaks: events, outcomes, what a jackpot keeps. */

export const HANDS = [
  'royal-flush',
  'straight-flush',
  'four-of-a-kind',
  'full-house',
  'flush',
] as const;
export type Hand = (typeof HANDS)[number];

/** What a record says that is known to be well-formed and at home in its partition. */
export interface ModelEvent {
  type: string;
  id: string;
  source: string;
  sequence: string;
  subject: string;
  /** The clock of the source. */
  time?: string;
  /** Of a command alone. */
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

/** How many must approve an act of at least this amount, in minor units (contract 4.5). */
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

/** The account that has what nobody has claimed. */
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

/** An outcome, with what does not follow from the law alone. */
export interface ModelEffect extends ModelOutcome {
  /** What the event carried out: null of a table's event. */
  act: Act | null;
  /** What is said of the pool after it; null where it changed nothing that is shown. */
  value: Value | null;
}

export interface Accounts {
  pool: bigint;
  reserve: bigint;
  house: bigint;
  players: bigint;
  /** Awarded, not handed over. */
  held: bigint;
}

export interface Bet {
  seat: number;
  stakeMicros: bigint;
  poolMicros: bigint;
  reserveMicros: bigint;
  generation: number;
  /** Those in force when it was placed. */
  terms: Terms;
  /** The Kafka time since when it is carried, ms; null where it is not. */
  carriedSinceMs: number | null;
}

/** What is posted (contract 5.1): this configuration's prizes, payout unit and policies. */
export interface Terms {
  /** Their name: the offset of the record with which they came into force. */
  since: number;
  posted: Configuration;
}

export interface Round {
  id: string;
  /** Kafka time of the event that it began with. */
  beganMs: number;
  /** Those in force when it began. */
  terms: Terms;
  dealt: boolean;
  /** A `round.dealt` has said who was dealt in. */
  seated: boolean;
  /** Another round began while this one had bets: for good, also when the other is over. */
  gaveWay: boolean;
  bets: Bet[];
}

export interface Table {
  open: Round[];
  /** The ids of the last rounds that are over. */
  over: string[];
  /** The newest that has begun where rounds count up; null where they never have. */
  newest: bigint | null;
  /** contract 9.1: the award of the last result, until a round begins. */
  lastAward: string | null;
  carried: Bet[];
  counted: Counted;
  /** contract 3.7; null before its first heartbeat with meters. */
  own: OwnMeters | null;
}

/** contract 3.7: how far a table's own meters are from ours, micro-units. */
export interface OwnMeters {
  base: Record<'stakes' | 'paid', bigint>;
  /** Since when they differ. */
  sinceMs: number | null;
  /** What the last remark has said. */
  said: { stakes: bigint; paid: bigint; atMs: number } | null;
}

/** contract 6.1: the meters of a table or of a hand, by their names; without those that are 0. */
export type Counted = Record<string, bigint>;

/** What a command does, without who says it. */
export interface Act {
  type: string;
  data: Record<string, unknown>;
}

/** Somebody whose key has signed; `x` is the key. */
export interface Person {
  kid: string;
  holder: string;
  roles: string[];
  x: string;
}

/** An act that waits for more people (contract 4.5). */
export interface Proposal {
  /** Of its record. */
  offset: number;
  type: string;
  /** SHA-256 of its canonical JSON, hex. */
  digest: string;
  proposer: Signature;
  expiresMs: number;
  by: string[];
  approvers: Signature[];
}

/** Somebody who has signed a record of the log. */
export interface Signature extends Person {
  offset: number;
  atMs: number;
}

/** The record that an act is carried out by, and who stands behind it. */
export interface Doing {
  at: At;
  /** The clock of its source; null where the record gives none. */
  time: string | null;
  /** In the order of their records. */
  by: Signature[];
}

/** A gaming day that is over, and the meters as they were then. */
export interface Day extends Pick<Jackpot, 'meters' | 'hands'> {
  day: string;
  /** Of its `day.closed`. */
  offset: number;
}

/** contract 6.3: what has gone from one jackpot to another. */
export interface Transfer {
  /** The other jackpot. */
  with: string;
  /** Of the `jackpot.retired`. */
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
  /** What it has got of retired jackpots, by their ids. */
  received: Map<string, Transfer>;
  /** Tables whose bets are refused. */
  blocked: Set<string>;
  /** The oldest first. */
  proposals: Proposal[];
  /** What people have done alone, minor units: by day, holder and type. */
  alone: Map<string, number>;
  /** Sequences that the event sets, by table: once it is known that it is not refused. */
  resets: Map<string, bigint>;
  generation: number;
  /** contract 6.3: what the house has paid of the pool's seed. */
  seedOfHouse: bigint;
  /** The generations whose money the pool has. */
  pooled: number[];
  accounts: Accounts;
  /** contract 6.1: of each cause how often it was posted, and what in sum. */
  meters: Map<string, { times: number; sums: Accounts }>;
  /** contract 6.1, by the hand. */
  hands: Map<string, Counted>;
  /** contract 6.2: the day that was closed last; null before the first. */
  closed: (Day & { statements: object[] }) | null;
  tables: Map<string, Table>;
  /** The awards that are remembered, by offset. */
  claims: Claim[];
  /** The highest offset of an award that was forgotten; -1 where none was. */
  forgotten: number;
  /** The highest offset of a record that made or changed an award which was forgotten since. */
  lastForgotten: number;
  /** The slip number that was given last. */
  slips: number;
  /** The offset of the newest `jackpot.configured` that was taken. */
  configuredAt: number;
  /** The offsets of what makes the inverse of an earlier award inexact: of each kind the newest. */
  newest: { adjustment: number; configuration: number; refund: number };
  /** While it has a ceiling: what bets gave to the reserve because of it, micro-units. */
  overflow: bigint;
  /** What bets given back had given to pool and reserve, micro-units. */
  refunds: bigint;
  last: LastWin | null;
  /** The offset after the record that changed last what is shown of the jackpot, and its time. */
  version: number;
  changedMs: number;
  /** The record that the jackpot is changed by. */
  at: At;
  /** As `Model.roundsDown` when the event came. */
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
