import type { JackpotHand, JackpotPolicies } from '#rules';
import { approvableAwardActs } from './claims.js';
import type { Role } from './keys.js';

/** Kinds of events that a table with a key signs (contract 3.6). */
export const signedKinds = ['claims', 'settlements', 'all'] as const;
export type SignedKind = (typeof signedKinds)[number];

/** A table that may play for a jackpot (contract 3.6). */
export interface ListedTable {
  readonly id: string;
  /** Longest time between two of its messages; undefined if nothing is promised. */
  readonly heartbeatSeconds?: number | undefined;
  /** Id of its key; undefined if it signs nothing. */
  readonly kid?: string | undefined;
  /** `all` by default; undefined without a key. */
  readonly signs?: SignedKind | undefined;
  /** Art. 5(2): 5 to 7; undefined means 7. */
  readonly seats?: number | undefined;
  /** Set if the ids of its rounds count up; undefined if any id is allowed. */
  readonly rounds?: 'ascending' | undefined;
  /** Set if its `round.dealt` must say who was dealt in. */
  readonly dealt?: 'seats' | undefined;
}

/** Acts that may need more than one person. A stop always needs only one person, at once. */
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
/** The acts with an amount, which selects their tier. */
export const withAmount: readonly ApprovableType[] = [
  'pool.adjusted',
  'transfer.received',
  ...approvableAwardActs,
];
/**
 * The tiers by type: the last one whose `from` is at most the act's amount decides (contract 4.5).
 */
export type Approvals = Readonly<Partial<Record<ApprovableType, readonly ApprovalTier[]>>>;

export interface ApprovalTier {
  /** Minor units; 0 for an act without an amount. */
  readonly from: number;
  /** One approver for each role, all of different holders and none of them the proposer. */
  readonly by: readonly Role[];
  /** People to inform; nothing depends on it. */
  readonly notice?: string | undefined;
}

/** The accounts that may receive unclaimed money. */
export const unclaimedAccounts = ['house', 'reserve', 'pool'] as const;

/** A jackpot's complete configuration as it came over the wire (contract 5). */
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
  /** The tables that may play; null allows any. */
  readonly tables: readonly ListedTable[] | null;
  /** Sum of its prizes from which an award waits, minor units; null: no award waits. */
  readonly verifyAbove: number | null;
  /** The same if the service has judged the cards; null: as `verifyAbove`. */
  readonly verifyAboveWithCards: number | null;
  readonly unclaimedTo: (typeof unclaimedAccounts)[number];
  /** Shortest time that a win waits before it may expire. */
  readonly unclaimedAfterHours: number;
  /** IANA name of the house's time, for people: no decision depends on it. */
  readonly zone: string;
  readonly policies: JackpotPolicies;
  /** The acts that need more than one person; null if none does. */
  readonly approvals: Approvals | null;
}
