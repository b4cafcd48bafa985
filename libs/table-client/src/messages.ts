/** A sentence for the table's display, in each language. */
export interface Sentences {
  readonly en: string;
  readonly pt: string;
  readonly 'zh-Hant': string;
}

/** What a dealer does about an event that was refused. */
export interface ForTheDealer {
  /** Why, as the contract names it (contract 3.5); or why the client has not sent it. */
  readonly reason: string;
  /** What the dealer does, as the contract names it. */
  readonly do: string;
  /** What becomes of the stake on the table. */
  readonly chip: 'give-back' | 'keep' | 'ask' | 'none';
  readonly say: Sentences;
}

/** Which event was judged. */
export interface JudgedEvent {
  /** Null where it was not sent, because no jackpot bets are taken. */
  readonly sequence: string | null;
  readonly type: string;
  readonly round: string | null;
  readonly seat: number | null;
}

/** What became of an event. */
export type Judgement = JudgedEvent &
  ({ readonly outcome: 'applied' } | ({ readonly outcome: 'refused' } & ForTheDealer));

/** A bet as the ledger has it. Money is in minor units. */
export interface BetOfTable {
  readonly seat: number;
  readonly stake: number;
  /** Offset of the record whose terms it has. */
  readonly terms: number;
  readonly carriedSince: string | null;
}

/** An award of the table (contract 8.1), as far as a table needs it. */
export interface ClaimOfTable {
  readonly id: string;
  readonly round: string;
  readonly payouts: readonly {
    readonly seat: number;
    readonly hand: string;
    readonly amount: number;
  }[];
  readonly states: readonly {
    readonly seat: number;
    readonly state: 'awarded' | 'locked' | 'verified' | 'paid' | 'expired' | 'reversed';
    readonly slip: number | null;
  }[];
}

/** Until when the ledger is known, and why it is not. */
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

/** All that the ledger has of a table (contract 9.7). */
export interface StateOfTable extends HeardFreshness {
  readonly jackpot: string;
  readonly table: string;
  readonly currency: string;
  /** Offset after the last record that was applied. */
  readonly position: number;
  readonly sequence: string | null;
  readonly seenAt: string | null;
  readonly newestRound: string | null;
  /** Id of the award that its last result has made, until its next round begins. */
  readonly lastAward: string | null;
  readonly rounds: readonly {
    readonly round: string;
    readonly state: 'open' | 'unsettled';
    readonly beganAt: string;
    readonly terms: number;
    readonly dealt: boolean;
    /** What becomes of a carried bet of a seat without a base bet: `forfeit` is the house’s. */
    readonly carriedJackpotWithoutBase: 'refund' | 'hold' | 'forfeit';
    readonly bets: readonly BetOfTable[];
  }[];
  readonly carried: readonly BetOfTable[];
  /**
   * By how much its own meters have moved from the ledger's (contract 3.7), micro-units as texts;
   * null where they never have.
   */
  readonly metersDiffered: {
    readonly stakes: string;
    readonly paid: string;
    readonly at: string;
  } | null;
  /** Of its last 16 events. */
  readonly refused: readonly (JudgedEvent & { readonly reason: string })[];
  /** Awards of the table that wait for people, and its last. */
  readonly claims: readonly ClaimOfTable[];
  readonly suspended: SuspensionOfTable | null;
  readonly blocked: boolean;
  readonly meters: MetersOfTable;
  readonly pool: { readonly value: number; readonly version: number };
}

/** Since the table's beginning, never reset. Sums are decimal strings of micro-units. */
export interface MetersOfTable {
  readonly bets: number;
  readonly stakes: string;
  /** What of the stakes went to pool and reserve. */
  readonly contributions: string;
  readonly refunds: number;
  /** Stakes that were given back. */
  readonly refunded: string;
  /** Seats that have won. */
  readonly seats: number;
  /** Every prize; it was paid, has expired, was reversed, or is still held. */
  readonly awarded: string;
  readonly paidAtTable: string;
  readonly paidBySlip: string;
  readonly expired: string;
  readonly reversed: string;
  /** Taken back after the table had paid it: it is in `paidAtTable` as well. */
  readonly returned: string;
}

/** What the stream of a table says (contract 9.7), by the name of the event. */
export interface StreamData {
  state: StateOfTable;
  applied: { readonly sequence: string; readonly position: number };
  refused: ForTheDealer & { readonly offset: number | null; readonly sequence: string | null };
  carried: { readonly carried: readonly BetOfTable[] };
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

/** What the gateway answers for each event that it was sent. */
export interface AnswerToEvent {
  readonly sequence: string;
  readonly offset: number;
  readonly outcome: 'applied' | 'refused' | null;
  readonly refused: ForTheDealer | null;
}
