import type { BaseBet, Card, JackpotHand, VoidReason } from '#rules';
import { awardActs, type GrantCause, type ReversalCause } from './claims.js';
import type { ApprovableType, Configuration } from './configuration.js';
import type { KeysSet, Role, RootKeys, RootSet, SigningKey } from './keys.js';

/** A decoded event of the log; for a command its signature is verified. */
export type PoolEvent = TableEvent | CommandEvent | LedgerEvent;

interface Envelope {
  /** The sender's clock, copied from the event; for people only. */
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
    /** True if its signature was required and verified. */
    readonly signed?: boolean;
  };

export interface Heartbeat {
  /** The table's own counts (contract 3.7), minor units. */
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
  /** The seats dealt in; undefined if the table does not say. */
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

/** An event with the signer of a command. */
interface SignedEnvelope extends Envelope {
  readonly by: Pick<SigningKey, 'kid' | 'holder' | 'roles'>;
}

/** The effect of a command on its jackpot. */
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
  /** Amount that the house keeps apart for the jackpot, minor units. */
  readonly funds?: number | undefined;
  /** For people. */
  readonly note?: string | undefined;
}

export interface JackpotRetired {
  /** The jackpot that receives its money, or `house`. */
  readonly to: string;
  readonly reason: string;
}

/** Money from an ended jackpot; micro-units, decimal. */
export interface TransferReceived {
  /** The jackpot that has ended. */
  readonly from: string;
  /** Offset of its `jackpot.retired`. */
  readonly offset: number;
  readonly currency: string;
  readonly pool: string;
  readonly reserve: string;
  readonly reason: string;
}

/** Acts of people on an award (contract 4.8). */
export type AwardAct =
  | { readonly type: 'award.verified'; readonly data: AwardVerified }
  | { readonly type: 'award.paid'; readonly data: AwardPaid }
  | { readonly type: 'award.reversed'; readonly data: AwardReversed }
  | { readonly type: 'award.expired'; readonly data: AwardExpired }
  | { readonly type: 'award.granted'; readonly data: AwardGranted };

export function isAwardAct(act: { readonly type: string }): act is AwardAct {
  return awardActs.some((type) => type === act.type);
}

/** Results of a count of the deck after a win. */
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
  /** Minor units: the prize and the returned stake. */
  readonly amount: number;
  readonly method: (typeof payMethods)[number];
  /** Part of the amount, in minor units, such as a tax. */
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

/** An award by people. Amounts are minor units; the house pays what the pool does not. */
export interface AwardGranted {
  readonly table: string;
  readonly round: string;
  readonly payouts: readonly {
    readonly seat: number;
    readonly hand: JackpotHand;
    readonly amount: number;
    readonly fromPool: number;
  }[];
  /** Id of the reversed award that it replaces. */
  readonly replaces?: string | undefined;
  /** The pool was paid out in full at the end of the round; its later income stays. */
  readonly restarts?: true | undefined;
  readonly cause: GrantCause;
  readonly reason: string;
}

/** An act that may need more than one person. */
export type ApprovableAct = Extract<Act, { type: ApprovableType }>;

/** An act as a person signs it: its effect, and the digest of its text (contract 4.5). */
interface ActNamed {
  readonly act: ApprovableAct;
  /** SHA-256, hex. */
  readonly digest: string;
}

export interface ActProposed extends ActNamed {
  /** The role that the act needs. */
  readonly role: Role;
  /** Kafka time from which nobody can approve it. */
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

/** A type that is missing here does not compile: the fold would treat its records as a table's. */
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

/** An event for the whole partition: its `jackpot` is the ledger's id. */
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
        /**
         * The root at its place in the log: this process' root, or that of an earlier `root.set`.
         */
        readonly inForce: RootKeys;
      }
  );

export interface JackpotConfigured {
  readonly configuration: Configuration;
  readonly exponent: number;
  readonly effective: 'now' | 'next-restart';
  /** The sender knows that this configuration replaces a pending one. */
  readonly replacesPending: boolean;
  /** `configuredAt` of the jackpot that its author has looked at; null if there was none. */
  readonly madeFrom?: number | null | undefined;
  /** For people; the fold does not read it. */
  readonly reason?: string | undefined;
}

export interface TableNamed {
  readonly table: string;
  readonly reason: string;
}

/** Decimal, as on the wire: JSON has no integers of this size. */
export type TableReset = TableNamed & {
  readonly sequence: string;
  /** The newest round that has begun, if rounds count up. */
  readonly round?: string | undefined;
};

export interface PoolAdjusted {
  /** Minor units, positive or negative. */
  readonly amount: number;
  readonly account: 'pool' | 'reserve';
  readonly reason: string;
  /** A running amount that is taken over: the pool's new balance, minor units. */
  readonly opening?: { readonly amount: number; readonly on: string; readonly from: string };
}
