/** A sentence for the table's display, in each language. */
export interface Sentences {
  readonly en: string;
  readonly pt: string;
  readonly 'zh-Hant': string;
}

/** The dealer's instructions for a refused event. */
export interface ForTheDealer {
  /** The reason as the contract names it (contract 3.5), or why the client has not sent it. */
  readonly reason: string;
  /** The dealer's action, as the contract names it. */
  readonly do: string;
  /** Instructions for the stake on the table. */
  readonly chip: 'give-back' | 'keep' | 'ask' | 'none';
  readonly say: Sentences;
}

/** The event that was judged. */
export interface JudgedEvent {
  /** Null if it was not sent, because jackpot bets are not taken. */
  readonly sequence: string | null;
  readonly type: string;
  readonly round: string | null;
  readonly seat: number | null;
}

export type Judgement = JudgedEvent &
  ({ readonly outcome: 'applied' } | ({ readonly outcome: 'refused' } & ForTheDealer));

/** A bet as in the ledger. Money is in minor units. */
export interface BetOfTable {
  readonly seat: number;
  readonly stake: number;
  /** Offset of the record with its terms. */
  readonly terms: number;
  readonly carriedSince: string | null;
}

/** An award of the table (contract 8.1), with the members that a table needs. */
export interface ClaimOfTable {
  readonly id: string;
  readonly round: string;
  readonly payouts: readonly {
    readonly seat: number;
    readonly hand: string;
    readonly amount: number;
    /** Paid besides, where a policy returns the winner’s stake. */
    readonly stakeReturned?: number | undefined;
  }[];
  readonly states: readonly {
    readonly seat: number;
    readonly state: 'awarded' | 'locked' | 'verified' | 'paid' | 'expired' | 'reversed';
    readonly slip: number | null;
  }[];
}

/** The time up to which the ledger is known, and the reason for a delay. */
interface HeardFreshness {
  readonly asOf: string | null;
  readonly ageMs: number | null;
  readonly fault: 'halted' | 'silent' | null;
}

export interface SuspensionOfTable {
  readonly holder: string;
  readonly at: string;
  readonly reason: string;
}

/** Everything in the ledger about a table (contract 9.7). */
export interface StateOfTable extends HeardFreshness {
  readonly jackpot: string;
  readonly table: string;
  readonly currency: string;
  /** Offset after the last record that was applied. */
  readonly position: number;
  readonly sequence: string | null;
  readonly seenAt: string | null;
  readonly newestRound: string | null;
  /** Id of the award from its last result, until its next round begins. */
  readonly lastAward: string | null;
  readonly rounds: readonly {
    readonly round: string;
    readonly state: 'open' | 'unsettled';
    readonly beganAt: string;
    readonly terms: number;
    readonly dealt: boolean;
    /** Rule for a seat's carried bet without a base bet: `forfeit` gives it to the house. */
    readonly carriedJackpotWithoutBase: 'refund' | 'hold' | 'forfeit';
    readonly bets: readonly BetOfTable[];
    /** Seats whose carried bet a deal has left out. */
    readonly leftOut: readonly number[];
  }[];
  readonly carried: readonly BetOfTable[];
  /**
   * The movement of its own meters against the ledger's (contract 3.7), micro-units as texts; null
   * if they never differed.
   */
  readonly metersDiffered: {
    readonly stakes: string;
    readonly paid: string;
    readonly at: string;
  } | null;
  /** Refusals among its last 16 events. */
  readonly refused: readonly (JudgedEvent & { readonly reason: string })[];
  /** Awards of the table that wait for people, and its last one. */
  readonly claims: readonly ClaimOfTable[];
  readonly suspended: SuspensionOfTable | null;
  readonly blocked: boolean;
  readonly meters: MetersOfTable;
  readonly pool: { readonly value: number; readonly version: number };
}

/** Totals since the table's beginning, never reset. Sums are decimal strings of micro-units. */
export interface MetersOfTable {
  readonly bets: number;
  readonly stakes: string;
  /** The part of the stakes that went to pool and reserve. */
  readonly contributions: string;
  readonly refunds: number;
  /** Returned stakes. */
  readonly refunded: string;
  /** Number of winning seats. */
  readonly seats: number;
  /** All prizes: paid, expired, reversed or still held. */
  readonly awarded: string;
  readonly paidAtTable: string;
  readonly paidBySlip: string;
  readonly expired: string;
  readonly reversed: string;
  /** Reversed after the table had paid it: it is in `paidAtTable` as well. */
  readonly returned: string;
}

/** The messages in the stream of a table (contract 9.7), by the name of the event. */
export interface StreamData {
  state: StateOfTable;
  applied: { readonly sequence: string; readonly position: number };
  refused: ForTheDealer & { readonly offset: number | null; readonly sequence: string | null };
  carried: { readonly carried: readonly BetOfTable[] };
  'left-out': Pick<ForTheDealer, 'chip' | 'say'> & {
    readonly round: string;
    readonly seats: readonly number[];
  };
  claim: ClaimOfTable;
  suspended: SuspensionOfTable;
  resumed: object;
  blocked: object;
  unblocked: object;
  pool: StateOfTable['pool'];
  pulse: HeardFreshness;
}

/** One event of the stream. */
export type StreamMessage = {
  [Name in keyof StreamData]: { readonly event: Name; readonly data: StreamData[Name] };
}[keyof StreamData];

/** The gateway's answer to each event that it received. */
export interface AnswerToEvent {
  readonly sequence: string;
  readonly offset: number;
  readonly outcome: 'applied' | 'refused' | null;
  readonly refused: ForTheDealer | null;
}
