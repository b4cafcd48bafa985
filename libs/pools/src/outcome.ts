import type { Award } from './award.js';
import type { AccountName } from './state.js';

/**
 * Why the fold refuses an event, in order of precedence: the first reason that applies is the
 * answer. `libs/contract` continues its own list with this one. `invalid-command` stands there;
 * from the fold, which refuses by it what the jackpot's state forbids, it comes after
 * `sequence-reused`.
 */
export const foldRefusals = [
  'unknown-jackpot',
  'sequence-reused',
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
export type FoldRefusal = (typeof foldRefusals)[number] | 'invalid-command';

/** Remarks beside an event that is applied. */
export const foldRemarks = ['sequence-gap', 'round-abandoned'] as const;
export type FoldRemark = (typeof foldRemarks)[number];

export interface Posting {
  readonly account: AccountName;
  readonly micros: bigint;
}

/** What one record did. `postings` are all of the event's own jackpot and sum to zero. */
export interface Outcome {
  effect: 'applied' | 'duplicate' | 'refused';
  readonly postings: Posting[];
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

/** Why the fold refuses an event: returned, never thrown. `detail` is a sentence for people. */
export interface Refusal {
  readonly reason: FoldRefusal;
  readonly detail: string;
}

export function refusal(reason: FoldRefusal, detail: string): Refusal {
  return { reason, detail };
}
