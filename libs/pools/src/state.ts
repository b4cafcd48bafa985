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
 * The fold's state of one partition of the log. Every amount is a `bigint` in micro-units (10^-6 of
 * a major unit). Offsets are safe integers.
 */
export interface PartitionState {
  readonly jackpots: Map<string, Jackpot>;
  /** Tables by `tableKey`: a source has one state for each jackpot. */
  readonly tables: Map<string, TableState>;
  readonly refusals: RefusalCounts;
  readonly authority: Authority;
  /** Number of tables, by jackpot: derived by counting, so not stored. */
  readonly tableCounts: Map<string, number>;
  /** Effective time of the last record: time never goes back in a partition. Milliseconds. */
  newestMs: number;
}

/** `held` is awarded money that is not handed over yet. */
export const accountNames = ['pool', 'reserve', 'house', 'players', 'held'] as const;
export type AccountName = (typeof accountNames)[number];
export type Accounts = Record<AccountName, bigint>;

export interface Jackpot extends Claims, Meters {
  readonly id: string;
  configuration: Configuration;
  /** Derived from `configuration`, so not stored. */
  inForce: InForce;
  /** The terms in force: those of `configuration` (contract 5.1). */
  terms: Terms;
  /**
   * Earlier terms that a round or a bet still names, by their name, the oldest first. The map is
   * never changed, only replaced: an act that is rehearsed works on a copy of the jackpot.
   */
  former: ReadonlyMap<number, FormerTerms>;
  /** Replaces `configuration` at the next restart; null if none waits, as in the stored JSON. */
  pending: Configuration | null;
  /** Minor-unit digits of the currency (ISO 4217); never changes. */
  readonly exponent: number;
  /** The suspension of new bets, with its author and reason; null while bets are accepted. */
  suspended: Suspension | null;
  /** Its end (contract 6.3); null before it. */
  retired: Transfer | null;
  /** Transfers received from ended jackpots, the oldest first. */
  received: readonly Transfer[];
  /** Tables whose bets are refused. */
  readonly blocked: Set<string>;
  /** Acts that wait for more people, the oldest first. */
  proposals: Proposal[];
  alone: DoneAlone;
  /** A restart from the seed begins the next generation; bets remember theirs. */
  generation: number;
  /** The generations whose money is in the pool, ascending: more than one after a reversal. */
  pooled: readonly number[];
  /**
   * Amount that the house has paid of the pool's seed (contract 6.3), micro-units. Below 0 while
   * the restarts of reversed awards are still to be reversed.
   */
  houseSeedMicros: bigint;
  /** The last closed gaming day; null before the first. */
  closed: ClosedDay | null;
  /** Offset of the newest accepted `jackpot.configured`, even if it waits. */
  configuredAt: number;
  /** The last assigned slip number; 0 before the first. */
  slips: number;
  /** Offsets of the newest records that make the reversal of an older award inexact. */
  disturbed: Disturbances;
  /** The sums that reversals need. */
  flows: Flows;
  readonly accounts: Accounts;
  /**
   * The offset after the record that last changed the pool, the configuration or the suspension, or
   * made an award.
   */
  version: number;
  /** That record's Kafka timestamp, in milliseconds. */
  changedAtMs: number;
  /** Null before the first award. */
  lastWin: LastWin | null;
}

/** Money transferred from an ended jackpot to another, or to the house. */
export interface Transfer {
  /** The jackpot at the other end; `house` if the house receives it. */
  readonly other: string;
  /** Offset of the `jackpot.retired`. */
  readonly offset: number;
  readonly poolMicros: bigint;
  readonly reserveMicros: bigint;
}

/** The person who suspended new bets, and the record. */
export interface Suspension {
  readonly kid: string;
  readonly holder: string;
  /** Offset and Kafka time (ms) of the record. */
  readonly offset: number;
  readonly atMs: number;
  readonly reason: string;
}

/** Amounts that people have done alone on the newest such day (contract 4.5). */
export interface DoneAlone {
  /** Whole days since 1970, by Kafka time; 0 without one. */
  readonly day: number;
  /** Minor units by `<type> <person>`, the person in the form of `personNamed`. */
  readonly sums: ReadonlyMap<string, number>;
}

/** Null without such a record. */
export type Disturbances = Readonly<
  Record<'adjustment' | 'configuration' | 'refund', number | null>
>;

/** A proposed act, and its approvers (contract 4.5). */
export interface Proposal {
  /** Offset of its record, which is its name. */
  readonly offset: number;
  readonly type: ApprovableType;
  /** SHA-256 of the act, hex. */
  readonly digest: string;
  readonly kid: string;
  readonly holder: string;
  /** The role that the act needs. */
  readonly role: Role;
  readonly expiresMs: number;
  /** Roles of the approvers that it needs. */
  readonly by: readonly Role[];
  readonly approvals: readonly Approval[];
  /** Kafka time of its record, ms. */
  readonly atMs: number;
}

export interface Approval {
  readonly kid: string;
  readonly holder: string;
  /** Offset and Kafka time (ms) of its record. */
  readonly offset: number;
  readonly atMs: number;
}

/** The newest certain win for the signs: its highest hand, paid first of its kind. */
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
  /** The refused ones of them, oldest first (contract 3.1). */
  refused: RefusedEvent[];
  /** The highest sequence that its key has signed (contract 3.6); null before the first. */
  floor: { readonly kid: string; readonly sequence: bigint } | null;
  /** Kafka time of its last event, ms. */
  seenAtMs: number;
  /** Unsettled rounds, oldest first, then the running one, if any. */
  rounds: Round[];
  /** `digestOfRound` of the last ended rounds, oldest first, concatenated. */
  over: string;
  /** The newest begun round if rounds count up; null if they never have. */
  newestRound: bigint | null;
  /** Id of the award of its last result, until its next round begins; else null. */
  lastAward: string | null;
  /** Bets that a void round left for the table's next round (Art. 17(3)). */
  carried: Bet[];
  betMeter: BetMeter;
  prizeMeter: PrizeMeter;
  /** Null before its first heartbeat with meters. */
  ownMeters: OwnMeters | null;
}

/** Difference of a table's own meters from the ledger's: its own minus ours (contract 3.7). */
export interface OwnMeters {
  readonly base: MetersApart;
  /** Kafka time from which the difference has changed, ms; null while it has not. */
  readonly apartSinceMs: number | null;
  /** The content of the last remark, and its Kafka time; null before the first. */
  readonly moved: (MetersApart & { readonly atMs: number }) | null;
}

/** Micro-units. */
export interface MetersApart {
  readonly stakesMicros: bigint;
  readonly paidMicros: bigint;
}

/** A new table, of which nothing is known yet. */
export function newTable(): TableState {
  const said = { sequence: 0n, floor: null, contents: [], refused: [], seenAtMs: 0 };
  const play = { rounds: [], over: '', newestRound: null, lastAward: null, carried: [] };
  return { ...said, ...play, betMeter: noBets, prizeMeter: noPrizes, ownMeters: null };
}

/** A table's answer about a refused event. */
export interface RefusedEvent {
  /** Index of its content in `contents`. */
  readonly at: number;
  readonly sequence: bigint;
  readonly reason: FoldRefusal;
  readonly type: TableEvent['type'];
  /** Null if the event names none. */
  readonly round: string | null;
  readonly seat: number | null;
}

export interface Round {
  readonly id: string;
  /** Kafka time of its first event, ms. */
  readonly beganAtMs: number;
  /** Name of the terms at its beginning (contract 5.1). */
  readonly terms: number;
  /** The first card is out (Art. 10(3)). */
  dealt: boolean;
  /** True once it is known who was dealt in. */
  seated: boolean;
  /** Seats whose carried bet that deal has left out. */
  leftOut: readonly number[];
  /** A later round began while this one was neither settled nor voided. */
  unsettled: boolean;
  bets: Bet[];
}

export interface Bet {
  readonly seat: number;
  readonly stakeMicros: bigint;
  /** The parts of the stake for the pool and, next, the reserve; the rest is the house's. */
  readonly poolMicros: bigint;
  readonly reserveMicros: bigint;
  readonly generation: number;
  /** Name of the terms in force when it was placed (contract 5.1). */
  readonly terms: number;
  /** Kafka time from which it is carried out of a void round, ms; null if it is not. */
  readonly carriedSinceMs: number | null;
}

/**
 * Highest accepted sequence: a higher one is more than a day, in microseconds, ahead of its record
 * and would mute its source until then.
 */
export function newestSequence(recordedAtMs: number): bigint {
  return BigInt(recordedAtMs) * 1_000n + 86_400_000_000n;
}

/** Number of sequences for which a source's contents are remembered. */
export const contentsRemembered = 16;

/** Most unsettled rounds of a table. */
export const mostUnsettled = 8;

export function emptyState(): PartitionState {
  return stateWith(new Map(), new Map());
}

/** A state of these parts, with the facts derived from them. */
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

/** Counts a source that has become a table of this jackpot. */
export function countTable(
  { tableCounts }: Pick<PartitionState, 'tableCounts'>,
  jackpot: string,
): void {
  tableCounts.set(jackpot, (tableCounts.get(jackpot) ?? 0) + 1);
}

export function tableKey(jackpot: string, source: string): string {
  return `${jackpot}/${source}`;
}

/** Returns the tables of one jackpot with their names, in the order of their first events. */
export function ownTables(
  jackpot: string,
  tables: PartitionState['tables'],
): (readonly [name: string, table: TableState])[] {
  const prefix = tableKey(jackpot, '');
  const own = [...tables].filter(([key]) => key.startsWith(prefix));
  return own.map(([key, table]) => [key.slice(prefix.length), table]);
}

/** Number of rounds and bets of all tables that name these terms. */
export function countNamed(
  { id }: Jackpot,
  { name }: Terms,
  tables: PartitionState['tables'],
): number {
  let named = 0;
  for (const [, table] of ownTables(id, tables)) named += timesNamed(table, name);
  return named;
}

/** Number of a table's rounds and bets that name these terms. */
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
