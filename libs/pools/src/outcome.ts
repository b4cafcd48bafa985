import type { FoldRefusal, FoldRemark } from './reasons.js';
import type { Refusal as RuleRefusal } from '#rules';
import type { Claim } from './claims.js';
import type { Hit } from './hits.js';
import type { ClosedDay } from './meters.js';
import type { AccountName } from './state.js';

/** Amounts that are posted together, in micro-units; they sum to zero. */
export type Postings = Partial<Readonly<Record<AccountName, bigint>>>;

/** The effect of one record. Every record makes one, so it is small. */
export interface Outcome {
  effect: 'applied' | 'duplicate' | 'refused';
  /** Postings, all to the event's own jackpot. */
  readonly postings: Postings[];
  readonly exceptions: { reason: FoldRefusal | FoldRemark; detail: string }[];
  /** An award that was made or changed, in its new state on `jackpot.awards`. */
  award: Claim | undefined;
  hit: Hit | undefined;
  /** The gaming day that ends before the record. */
  dayEnd: DayEnd | undefined;
  /** Ids of the awards to store or to delete. */
  readonly claims: string[];
  /** Key of the table whose state changed. */
  table: string | undefined;
  /** The jackpot's own record (configuration, generation, suspension) changed. */
  jackpotChanged: boolean;
  /** Jackpots with a stored change that no sign shows. */
  readonly stored: string[];
}

/** The content of a day's statement besides the jackpot's state. */
export interface DayEnd {
  readonly closed: ClosedDay;
  /** The previous closed day; null for the first. */
  readonly before: ClosedDay | null;
  /** Minor units; null if not given. */
  readonly funds: number | null;
  readonly by: { readonly kid: string; readonly holder: string };
}

export function newOutcome(): Outcome {
  return {
    effect: 'applied',
    postings: [],
    exceptions: [],
    award: undefined,
    hit: undefined,
    dayEnd: undefined,
    claims: [],
    table: undefined,
    jackpotChanged: false,
    stored: [],
  };
}

/** The reason why the fold refuses an event: returned, never thrown. */
export type EventRefusal = RuleRefusal<FoldRefusal>;

export function refusal(reason: FoldRefusal, detail: string): EventRefusal {
  return { reason, detail };
}

/** The refusal of a command that is invalid in any state. */
export function invalidCommand(detail: string): EventRefusal {
  return refusal('invalid-command', detail);
}

/** Keeps earlier remarks: a gap is a gap, whatever the result of the event. */
export function refuseEvent(outcome: Outcome, refused: EventRefusal): Outcome {
  outcome.effect = 'refused';
  outcome.exceptions.push(refused);
  return outcome;
}
