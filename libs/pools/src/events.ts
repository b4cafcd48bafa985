import type { BaseBet, Card, JackpotHand, VoidReason } from '#rules';
import { awardActs, type GrantCause, type ReversalCause } from './claims.js';
import type { ApprovableType, Configuration } from './configuration.js';
import type { KeysSet, Role, RootKeys, RootSet, SigningKey } from './keys.js';

/** An event of the log, decoded and, where it is a command, its signature verified. */
export type PoolEvent = TableEvent | CommandEvent | LedgerEvent;

interface Envelope {
  /** The sender's clock, as it was written; for people alone. */
  readonly time?: string | undefined;
  readonly id: string;
  readonly jackpot: string;
  readonly source: string;
  readonly sequence: bigint;
}

export type TableEvent = Envelope &
  (
    | { readonly type: 'bet.placed'; readonly data: BetPlaced }
    | { readonly type: 'bet.withdrawn'; readonly data: { round: string; seat: number } }
    | { readonly type: 'round.opened'; readonly data: { round: string } }
    | { readonly type: 'round.dealt'; readonly data: RoundDealt }
    | { readonly type: 'round.settled'; readonly data: RoundSettled }
    | { readonly type: 'round.voided'; readonly data: { round: string; reason: VoidReason } }
    | { readonly type: 'table.heartbeat'; readonly data: Heartbeat }
  ) & {
    /** The first 48 bits of the SHA-256 of its record's value. */
    readonly content: number;
    /** Its signature was asked for and verified. */
    readonly signed?: boolean;
  };

export interface Heartbeat {
  /** What the table itself has counted (contract 3.7), minor units. */
  readonly meters?: { readonly stakes: number; readonly paid: number } | undefined;
}

export interface BetPlaced {
  readonly round: string;
  readonly seat: number;
  readonly stake: number;
  readonly baseBets: readonly BaseBet[];
  readonly currency?: string | undefined;
}

export interface RoundDealt {
  readonly round: string;
  /** Who was dealt in; undefined where the table does not say. */
  readonly seats?: readonly number[] | undefined;
}

export interface RoundSettled extends ShownCards {
  readonly round: string;
  readonly wins: readonly { readonly seat: number; readonly hand: JackpotHand }[];
}

export interface ShownCards {
  readonly hands?:
    readonly { readonly seat: number; readonly cards: readonly Card[] }[] | undefined;
  readonly community?: readonly Card[] | undefined;
}

export type CommandEvent = SignedEnvelope &
  (
    | Act
    | { readonly type: 'act.proposed'; readonly data: ActProposed }
    | { readonly type: 'act.approved'; readonly data: ActApproved }
    | { readonly type: 'act.withdrawn'; readonly data: ActWithdrawn }
  );

/** Who has signed a command. */
interface SignedEnvelope extends Envelope {
  readonly by: Pick<SigningKey, 'kid' | 'holder' | 'roles'>;
}

/** What a command does to its jackpot. */
export type Act =
  | { readonly type: 'jackpot.configured'; readonly data: JackpotConfigured }
  | { readonly type: 'jackpot.suspended'; readonly data: { reason: string } }
  | { readonly type: 'jackpot.resumed'; readonly data: { reason: string } }
  | { readonly type: 'pool.adjusted'; readonly data: PoolAdjusted }
  | { readonly type: 'table.blocked'; readonly data: TableNamed }
  | { readonly type: 'table.unblocked'; readonly data: TableNamed }
  | { readonly type: 'table.reset'; readonly data: TableReset }
  | { readonly type: 'day.closed'; readonly data: DayClosed }
  | { readonly type: 'jackpot.retired'; readonly data: JackpotRetired }
  | { readonly type: 'transfer.received'; readonly data: TransferReceived }
  | AwardAct;

/** The end of a gaming day (contract 6.2). */
export interface DayClosed {
  /** As `2026-11-30`. */
  readonly day: string;
  /** What the house keeps apart for the jackpot, minor units. */
  readonly funds?: number | undefined;
  /** For people. */
  readonly note?: string | undefined;
}

export interface JackpotRetired {
  /** The jackpot that gets its money, or `house`. */
  readonly to: string;
  readonly reason: string;
}

/** What another jackpot has left; micro-units, decimal. */
export interface TransferReceived {
  /** The jackpot that has ended. */
  readonly from: string;
  /** Of its `jackpot.retired`. */
  readonly offset: number;
  readonly currency: string;
  readonly pool: string;
  readonly reserve: string;
  readonly reason: string;
}

/** What people do with an award (contract 4.8). */
export type AwardAct =
  | { readonly type: 'award.verified'; readonly data: AwardVerified }
  | { readonly type: 'award.paid'; readonly data: AwardPaid }
  | { readonly type: 'award.reversed'; readonly data: AwardReversed }
  | { readonly type: 'award.expired'; readonly data: AwardExpired }
  | { readonly type: 'award.granted'; readonly data: AwardGranted };

export function isAwardAct(act: { readonly type: string }): act is AwardAct {
  return awardActs.some((type) => type === act.type);
}

/** How the deck was counted after a win. */
export const deckCounts = ['counted', 'short', 'not-counted'] as const;

export interface AwardVerified {
  /** Id of the award. */
  readonly award: string;
  readonly seats: readonly number[];
  readonly evidence: ShownCards & {
    readonly deck: (typeof deckCounts)[number];
    readonly surveillance?: string | undefined;
    readonly note?: string | undefined;
  };
}

export const payMethods = ['cash', 'cheque', 'chips', 'transfer'] as const;

export interface AwardPaid {
  readonly award: string;
  readonly seat: number;
  readonly slip: number;
  /** Minor units: the prize and the stake given back. */
  readonly amount: number;
  readonly method: (typeof payMethods)[number];
  /** Minor units of the amount, such as a tax. */
  readonly withheld?: number | undefined;
  readonly receipt?: string | undefined;
  readonly note?: string | undefined;
}

export interface AwardReversed {
  readonly award: string;
  readonly cause: ReversalCause;
  readonly reason: string;
}

export interface AwardExpired {
  readonly award: string;
  readonly seat: number;
  readonly reason: string;
}

/** An award by people. Amounts are minor units; what the pool does not pay, the house does. */
export interface AwardGranted {
  readonly table: string;
  readonly round: string;
  readonly payouts: readonly {
    readonly seat: number;
    readonly hand: JackpotHand;
    readonly amount: number;
    readonly fromPool: number;
  }[];
  /** Id of the reversed award in whose place it is. */
  readonly replaces?: string | undefined;
  /** The pool was paid out in full at the end of the round; what it has got since stays. */
  readonly restarts?: true | undefined;
  readonly cause: GrantCause;
  readonly reason: string;
}

/** An act that may need more than one person. */
export type ApprovableAct = Extract<Act, { type: ApprovableType }>;

/** An act as somebody signs it: what it does, and the digest of its text (contract 4.5). */
interface ActNamed {
  readonly act: ApprovableAct;
  /** SHA-256, hex. */
  readonly digest: string;
}

export interface ActProposed extends ActNamed {
  /** The role that the act needs. */
  readonly role: Role;
  /** Kafka time from which on nobody can approve it. */
  readonly expiresMs: number;
  readonly note: string;
}

export interface ActApproved extends ActNamed {
  /** Offset of the `act.proposed`. */
  readonly proposal: number;
}

export interface ActWithdrawn {
  readonly proposal: number;
  readonly reason: string;
}

/** A type that is missing here does not compile: the fold would take its records for a table's. */
const everyCommandType = {
  'jackpot.configured': true,
  'jackpot.suspended': true,
  'jackpot.resumed': true,
  'pool.adjusted': true,
  'table.blocked': true,
  'table.unblocked': true,
  'table.reset': true,
  'day.closed': true,
  'jackpot.retired': true,
  'transfer.received': true,
  'award.verified': true,
  'award.paid': true,
  'award.reversed': true,
  'award.expired': true,
  'award.granted': true,
  'act.proposed': true,
  'act.approved': true,
  'act.withdrawn': true,
} satisfies Record<CommandEvent['type'], true>;

export const commandTypes: ReadonlySet<string> = new Set(Object.keys(everyCommandType));

/** Of the whole partition: its `jackpot` is the ledger's id. */
export type LedgerEvent = Envelope &
  (
    | {
        readonly type: 'keys.set';
        readonly data: KeysSet;
        /** Thumbprint of the root that this process trusts. */
        readonly root: string;
      }
    | { readonly type: 'edition.set'; readonly data: { readonly edition: number } }
    | {
        readonly type: 'root.set';
        readonly data: RootSet;
        /** The root at its place in the log: of this process, or of an earlier `root.set`. */
        readonly inForce: RootKeys;
      }
  );

export interface JackpotConfigured {
  readonly configuration: Configuration;
  readonly exponent: number;
  readonly effective: 'now' | 'next-restart';
  /** The sender knows that this configuration replaces a pending one. */
  readonly replacesPending: boolean;
  /** `configuredAt` of the jackpot that its maker has looked at; null where there was none. */
  readonly madeFrom?: number | null | undefined;
  /** For people; the fold does not read it. */
  readonly reason?: string | undefined;
}

export interface TableNamed {
  readonly table: string;
  readonly reason: string;
}

/** Decimal, as on the wire: JSON has no whole numbers of this size. */
export type TableReset = TableNamed & {
  readonly sequence: string;
  /** The newest round that has begun, where rounds count up. */
  readonly round?: string | undefined;
};

export interface PoolAdjusted {
  /** Minor units, either sign. */
  readonly amount: number;
  readonly account: 'pool' | 'reserve';
  readonly reason: string;
  /** A running amount that is taken over: what the pool then has, minor units. */
  readonly opening?: { readonly amount: number; readonly on: string; readonly from: string };
}
