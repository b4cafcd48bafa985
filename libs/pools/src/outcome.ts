import type { Refusal as RuleRefusal } from '#rules';
import type { Award } from './award.js';
import type { AccountName } from './state.js';

/**
 * Why the fold refuses an event, in order of precedence, after those of `libs/contract`. Of these
 * the fold uses `invalid-command` too, after `sequence-reused`.
 */
export const foldRefusals = [
  'unknown-jackpot',
  'sequence-reused',
  'sequence-behind',
  'too-many-tables',
  'jackpot-suspended',
  'round-already-settled',
  'unknown-round',
  'bets-closed',
  'wrong-currency',
  'stake-out-of-limits',
  'no-base-bet',
  'seat-taken',
  'no-such-bet',
  'impossible-wins',
  'wins-disagree-with-cards',
] as const;
type FoldRefusal = (typeof foldRefusals)[number] | 'invalid-command';

/** Remarks beside an event that is applied. */
export const foldRemarks = ['sequence-gap', 'round-abandoned'] as const;
type FoldRemark = (typeof foldRemarks)[number];

/** What one record did. `postings` are all of the event's own jackpot and sum to zero. */
export interface Outcome {
  effect: 'applied' | 'duplicate' | 'refused';
  readonly postings: { readonly account: AccountName; readonly micros: bigint }[];
  readonly exceptions: { reason: FoldRefusal | FoldRemark; detail: string }[];
  award: Award | undefined;
  /** Key of the table whose state changed. */
  table: string | undefined;
  /** The jackpot's own record (configuration, generation, suspension) changed. */
  jackpotChanged: boolean;
}

export function newOutcome(): Outcome {
  return {
    effect: 'applied',
    postings: [],
    exceptions: [],
    award: undefined,
    table: undefined,
    jackpotChanged: false,
  };
}

/** Why the fold refuses an event: returned, never thrown. */
export type Refusal = RuleRefusal<FoldRefusal>;

export function refusal(reason: FoldRefusal, detail: string): Refusal {
  return { reason, detail };
}
