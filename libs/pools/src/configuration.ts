import type { JackpotHand, JackpotPolicies } from '#rules';
import { approvableAwardActs } from './claims.js';
import type { Role } from './keys.js';

/** What of its events a table with a key signs (contract 3.6). */
export const signedKinds = ['claims', 'settlements', 'all'] as const;
export type SignedKind = (typeof signedKinds)[number];

/** A table that may play for a jackpot (contract 3.6). */
export interface ListedTable {
  readonly id: string;
  /** It says something at least as often; undefined where nothing is promised. */
  readonly heartbeatSeconds?: number | undefined;
  /** Id of its key; undefined where it signs nothing. */
  readonly kid?: string | undefined;
  /** `all` unless said otherwise; undefined without a key. */
  readonly signs?: SignedKind | undefined;
  /** Art. 5(2): 5 to 7; undefined for 7. */
  readonly seats?: number | undefined;
  /** The ids of its rounds count up; undefined where they may be any. */
  readonly rounds?: 'ascending' | undefined;
  /** Its `round.dealt` must say who was dealt in. */
  readonly dealt?: 'seats' | undefined;
}

/** Acts that may need more than one person. To stop something is always one person's, at once. */
export const approvableTypes = [
  'jackpot.configured',
  'jackpot.resumed',
  'pool.adjusted',
  'table.unblocked',
  'table.reset',
  'jackpot.retired',
  'transfer.received',
  ...approvableAwardActs,
] as const;
export type ApprovableType = (typeof approvableTypes)[number];
/** The acts with an amount, which selects their row. */
export const withAmount: readonly ApprovableType[] = [
  'pool.adjusted',
  'transfer.received',
  ...approvableAwardActs,
];
/** The last row whose `from` is not above the amount of the act decides (contract 4.5). */
export type Approvals = Readonly<Partial<Record<ApprovableType, readonly ApprovalTier[]>>>;

export interface ApprovalTier {
  /** Minor units; 0 for an act without an amount. */
  readonly from: number;
  /** One approver each, of different holders, none of them the proposer. */
  readonly by: readonly Role[];
  /** Who is to be informed; nothing depends on it. */
  readonly notice?: string | undefined;
}

/** The accounts that may have what nobody has claimed. */
export const unclaimedAccounts = ['house', 'reserve', 'pool'] as const;

/** A jackpot's configuration as it came over the wire, complete (contract 5). */
export interface Configuration {
  readonly id: string;
  readonly name: Readonly<Record<string, string>>;
  readonly currency: string;
  readonly ruleset: string;
  readonly seed: number;
  readonly stake: { readonly min: number; readonly max: number };
  readonly rates: { readonly pool: number; readonly reserve: number };
  readonly prizes: Readonly<
    Record<JackpotHand, { readonly fixed: number; readonly share?: number }>
  >;
  readonly ceiling: number | null;
  readonly payoutUnit: number;
  readonly maxTables: number;
  /** The tables that may play; null for any. */
  readonly tables: readonly ListedTable[] | null;
  /** From this sum of its prizes on an award waits, minor units; null: none does. */
  readonly verifyAbove: number | null;
  /** The same where the service has judged the cards; null: as `verifyAbove`. */
  readonly verifyAboveWithCards: number | null;
  readonly unclaimedTo: (typeof unclaimedAccounts)[number];
  /** So long a win waits at least before it may expire. */
  readonly unclaimedAfterHours: number;
  /** IANA name of the house's time, for people: no decision depends on it. */
  readonly zone: string;
  readonly policies: JackpotPolicies;
  /** Which acts need more than one person; null for none. */
  readonly approvals: Approvals | null;
}
