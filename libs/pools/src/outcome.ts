import type { FoldRefusal, FoldRemark } from './reasons.js';
import type { Refusal as RuleRefusal } from '#rules';
import type { Claim } from './claims.js';
import type { Hit } from './hits.js';
import type { ClosedDay } from './meters.js';
import type { AccountName } from './state.js';

/** Amounts that are posted together, in micro-units; they sum to zero. */
export type Postings = Partial<Readonly<Record<AccountName, bigint>>>;

/** What one record did. Every record makes one, so it is small. */
export interface Outcome {
  effect: 'applied' | 'duplicate' | 'refused';
  /** All of the event's own jackpot. */
  readonly postings: Postings[];
  readonly exceptions: { reason: FoldRefusal | FoldRemark; detail: string }[];
  /** An award that was made or changed: what `jackpot.awards` says of it now. */
  award: Claim | undefined;
  hit: Hit | undefined;
  /** The gaming day that ends before the record. */
  dayEnd: DayEnd | undefined;
  /** Ids of the awards that are remembered anew, or no longer. */
  readonly claims: string[];
  /** Key of the table whose state changed. */
  table: string | undefined;
  /** The jackpot's own record (configuration, generation, suspension) changed. */
  jackpotChanged: boolean;
  /** Jackpots of which something is stored anew that no sign shows. */
  readonly stored: string[];
}

/** What a statement says of a day beside what the jackpot then has. */
export interface DayEnd {
  readonly closed: ClosedDay;
  /** The day that was closed before; null for the first. */
  readonly before: ClosedDay | null;
  /** Minor units; null where nobody has said it. */
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

/** Why the fold refuses an event: returned, never thrown. */
export type EventRefusal = RuleRefusal<FoldRefusal>;

export function refusal(reason: FoldRefusal, detail: string): EventRefusal {
  return { reason, detail };
}

/** A command that no state could take as it is. */
export function invalidCommand(detail: string): EventRefusal {
  return refusal('invalid-command', detail);
}

/** Earlier remarks stay: a gap is a gap, whatever became of the event. */
export function refuseEvent(outcome: Outcome, refused: EventRefusal): Outcome {
  outcome.effect = 'refused';
  outcome.exceptions.push(refused);
  return outcome;
}
