import type { JackpotHand } from '#rules';
import type { Claims, Flows } from './claims.js';
import type { ApprovableType, Configuration } from './configuration.js';
import { noAuthority, type Authority, type Role } from './keys.js';
import type { TableEvent } from './events.js';
import {
  noBets,
  noPrizes,
  type BetMeter,
  type ClosedDay,
  type Meters,
  type PrizeMeter,
} from './meters.js';
import type { FoldRefusal } from './reasons.js';
import { noRefusals, type RefusalCounts } from './refusals.js';
import type { FormerTerms, InForce, Terms } from './terms.js';

/**
 * What the fold remembers of one partition of the log. Every amount is a `bigint` in micro-units
 * (10^-6 of a major unit). Offsets are safe integers.
 */
export interface PartitionState {
  readonly jackpots: Map<string, Jackpot>;
  /** By `tableKey`: a source has one state for each jackpot. */
  readonly tables: Map<string, TableState>;
  readonly refusals: RefusalCounts;
  readonly authority: Authority;
  /** How many there are, by jackpot: counted, so no part of what is stored. */
  readonly tableCounts: Map<string, number>;
  /** Time of the last record, as it counts: time never runs back in a partition. Milliseconds. */
  newestMs: number;
}

/** `held` is awarded and not handed over yet. */
export const accountNames = ['pool', 'reserve', 'house', 'players', 'held'] as const;
export type AccountName = (typeof accountNames)[number];
export type Accounts = Record<AccountName, bigint>;

export interface Jackpot extends Claims, Meters {
  readonly id: string;
  configuration: Configuration;
  /** What is derived of `configuration`, so no part of what is stored. */
  inForce: InForce;
  /** The terms in force: those of `configuration` (contract 5.1). */
  terms: Terms;
  /**
   * Terms before these that a round or a bet still names, by their name, the oldest first. The map
   * is never changed, only replaced: an act that is rehearsed works on a copy of the jackpot.
   */
  former: ReadonlyMap<number, FormerTerms>;
  /** Replaces `configuration` at the next restart; null where none waits, as in the stored JSON. */
  pending: Configuration | null;
  /** Minor-unit digits of the currency (ISO 4217); never changes. */
  readonly exponent: number;
  /** Since when new bets are refused, by whom and why; null while they are taken. */
  suspended: Suspension | null;
  /** How it has ended (contract 6.3); null while it has not. */
  retired: Transfer | null;
  /** What it has got of jackpots that have ended, the oldest first. */
  received: readonly Transfer[];
  /** Tables whose bets are refused. */
  readonly blocked: Set<string>;
  /** Acts that wait for more people, the oldest first. */
  proposals: Proposal[];
  alone: DoneAlone;
  /** A restart from the seed begins the next generation; bets remember theirs. */
  generation: number;
  /** The generations whose money the pool has, ascending: more than one after a reversal. */
  pooled: readonly number[];
  /**
   * What the house has paid of the pool's seed (contract 6.3), micro-units. Below 0 while the
   * restarts of reversed awards are still to be reversed.
   */
  houseSeedMicros: bigint;
  /** The gaming day that was closed last; null before the first. */
  closed: ClosedDay | null;
  /** Offset of the newest `jackpot.configured` that was taken, also of one that waits. */
  configuredAt: number;
  /** The last slip number that was given; 0 before the first. */
  slips: number;
  /** Offsets of the newest records that make the reversal of an award before them inexact. */
  disturbed: Disturbances;
  /** As reversals need them. */
  flows: Flows;
  readonly accounts: Accounts;
  /**
   * The offset after that of the record that last changed the pool, the configuration or the
   * suspension, or made an award.
   */
  version: number;
  /** That record's Kafka timestamp, in milliseconds. */
  changedAtMs: number;
  /** Null before the first award. */
  lastWin: LastWin | null;
}

/** What has gone from a jackpot that has ended to another, or to the house. */
export interface Transfer {
  /** The jackpot at the other end; `house` where the house has it. */
  readonly other: string;
  /** Of the `jackpot.retired`. */
  readonly offset: number;
  readonly poolMicros: bigint;
  readonly reserveMicros: bigint;
}

/** Who has refused new bets. */
export interface Suspension {
  readonly kid: string;
  readonly holder: string;
  /** Of the record, and its Kafka time. */
  readonly offset: number;
  readonly atMs: number;
  readonly reason: string;
}

/** What people have done alone on the newest day on which somebody has (contract 4.5). */
export interface DoneAlone {
  /** Whole days since 1970, by Kafka time; 0 for none. */
  readonly day: number;
  /** Minor units by `<type> <person>`, as `personNamed`. */
  readonly sums: ReadonlyMap<string, number>;
}

/** Null where there was none yet. */
export type Disturbances = Readonly<
  Record<'adjustment' | 'configuration' | 'refund', number | null>
>;

/** An act that somebody has proposed, and who has approved it (contract 4.5). */
export interface Proposal {
  /** Of its record: its name. */
  readonly offset: number;
  readonly type: ApprovableType;
  /** SHA-256 of the act, hex. */
  readonly digest: string;
  readonly kid: string;
  readonly holder: string;
  /** The role that the act needs. */
  readonly role: Role;
  readonly expiresMs: number;
  /** Roles of those who must approve it. */
  readonly by: readonly Role[];
  readonly approvals: readonly Approval[];
  /** Kafka time of its record, ms. */
  readonly atMs: number;
}

export interface Approval {
  readonly kid: string;
  readonly holder: string;
  /** Of its record, and the Kafka time of that. */
  readonly offset: number;
  readonly atMs: number;
}

/** What the signs say of the newest win beyond doubt: its highest hand, paid first of its kind. */
export interface LastWin {
  /** Id of the award. */
  readonly award: string;
  readonly table: string;
  readonly hand: JackpotHand;
  readonly amountMicros: bigint;
  /** Kafka time of the record that made the award, ms. */
  readonly atMs: number;
}

export interface TableState {
  /** The newest sequence seen. */
  sequence: bigint;
  /** `content` of the events of its last 16 sequences, the newest last. */
  contents: number[];
  /** Those of them that were refused, oldest first (contract 3.1). */
  refused: RefusedEvent[];
  /** The highest sequence that its key has signed (contract 3.6); null before the first. */
  floor: { readonly kid: string; readonly sequence: bigint } | null;
  /** Kafka time of its last event, ms. */
  seenAtMs: number;
  /** Unsettled rounds, oldest first, then the running one if there is one. */
  rounds: Round[];
  /** `digestOfRound` of the last rounds that are over, oldest first, one after the other. */
  over: string;
  /** The newest that has begun where rounds count up; null where they never have. */
  newestRound: bigint | null;
  /** Id of the award that its last result has made, until its next round begins; else null. */
  lastAward: string | null;
  /** Bets that a void round left for the table's next round (Art. 17(3)). */
  carried: Bet[];
  betMeter: BetMeter;
  prizeMeter: PrizeMeter;
  /** Null before its first heartbeat with meters. */
  ownMeters: OwnMeters | null;
}

/** How far a table's own meters are from the ledger's: its own less ours (contract 3.7). */
export interface OwnMeters {
  readonly base: MetersApart;
  /** Kafka time since when they are apart by something else, ms; null while they are not. */
  readonly apartSinceMs: number | null;
  /** What the last remark has said, and its Kafka time; null before the first. */
  readonly moved: (MetersApart & { readonly atMs: number }) | null;
}

/** Micro-units. */
export interface MetersApart {
  readonly stakesMicros: bigint;
  readonly paidMicros: bigint;
}

/** A table of which nothing is known yet. */
export function newTable(): TableState {
  const said = { sequence: 0n, floor: null, contents: [], refused: [], seenAtMs: 0 };
  const play = { rounds: [], over: '', newestRound: null, lastAward: null, carried: [] };
  return { ...said, ...play, betMeter: noBets, prizeMeter: noPrizes, ownMeters: null };
}

/** What a table hears of an event that was refused. */
export interface RefusedEvent {
  /** Where its content is in `contents`. */
  readonly at: number;
  readonly sequence: bigint;
  readonly reason: FoldRefusal;
  readonly type: TableEvent['type'];
  /** Null where the event names none. */
  readonly round: string | null;
  readonly seat: number | null;
}

export interface Round {
  readonly id: string;
  /** Kafka time of the event that it began with, ms. */
  readonly beganAtMs: number;
  /** Name of the terms that it began with (contract 5.1). */
  readonly terms: number;
  /** The first card is out (Art. 10(3)). */
  dealt: boolean;
  /** It is known who was dealt in. */
  seated: boolean;
  /** A later round began while this one was neither settled nor voided. */
  unsettled: boolean;
  bets: Bet[];
}

export interface Bet {
  readonly seat: number;
  readonly stakeMicros: bigint;
  /** What of the stake went to the pool and to the reserve; the rest is the house's. */
  readonly poolMicros: bigint;
  readonly reserveMicros: bigint;
  readonly generation: number;
  /** Name of the terms in force when it was placed (contract 5.1). */
  readonly terms: number;
  /** Kafka time since when it is carried out of a void round, ms; null where it is not. */
  readonly carriedSinceMs: number | null;
}

/**
 * Above this a sequence is too far ahead of its record, by a day of microseconds: once taken, it
 * would mute its source until then.
 */
export function newestSequence(recordedAtMs: number): bigint {
  return BigInt(recordedAtMs) * 1_000n + 86_400_000_000n;
}

/** What a source has sent is remembered for this many sequences. */
export const contentsRemembered = 16;

/** A table keeps at most this many unsettled rounds. */
export const mostUnsettled = 8;

export function emptyState(): PartitionState {
  return stateWith(new Map(), new Map());
}

/** A state of these parts, with what is derived from them. */
export function stateWith(
  jackpots: Map<string, Jackpot>,
  tables: Map<string, TableState>,
  refusals = noRefusals(),
  newestMs = 0,
  authority = noAuthority(),
): PartitionState {
  const tableCounts = new Map<string, number>();
  const state = { jackpots, tables, refusals, authority, tableCounts, newestMs };
  // No id has a slash.
  for (const key of tables.keys()) countTable(state, key.slice(0, key.indexOf('/')));
  for (const jackpot of jackpots.values()) {
    for (const terms of jackpot.former.values()) terms.named = countNamed(jackpot, terms, tables);
  }
  return state;
}

/** A source has become a table of this jackpot. */
export function countTable(
  { tableCounts }: Pick<PartitionState, 'tableCounts'>,
  jackpot: string,
): void {
  tableCounts.set(jackpot, (tableCounts.get(jackpot) ?? 0) + 1);
}

export function tableKey(jackpot: string, source: string): string {
  return `${jackpot}/${source}`;
}

/** Returns the tables of one jackpot with their names, in the order in which they were heard. */
export function ownTables(
  jackpot: string,
  tables: PartitionState['tables'],
): (readonly [name: string, table: TableState])[] {
  const prefix = tableKey(jackpot, '');
  const own = [...tables].filter(([key]) => key.startsWith(prefix));
  return own.map(([key, table]) => [key.slice(prefix.length), table]);
}

/** How many rounds and bets of all tables name these terms. */
export function countNamed(
  { id }: Jackpot,
  { name }: Terms,
  tables: PartitionState['tables'],
): number {
  let named = 0;
  for (const [, table] of ownTables(id, tables)) named += timesNamed(table, name);
  return named;
}

/** How often a table's rounds and bets name these terms. */
export function timesNamed(
  { rounds, carried }: Pick<TableState, 'rounds' | 'carried'>,
  name: number,
): number {
  let times = 0;
  const count = (each: Bet | Round): void => {
    if (each.terms === name) times += 1;
  };
  carried.forEach(count);
  for (const round of rounds) {
    count(round);
    round.bets.forEach(count);
  }
  return times;
}
