/**
 * Reasons why the fold refuses an event, in order of precedence, after those of `libs/contract`. Of
 * the latter the fold also uses `not-permitted` and `invalid-command`, if the jackpot's state
 * decides.
 */
export const foldRefusals = [
  'unknown-jackpot',
  'jackpot-retired',
  'needs-approval',
  'unknown-proposal',
  'proposal-expired',
  'proposal-differs',
  'same-person',
  'too-many-proposals',
  'unknown-award',
  'award-state',
  'award-final',
  'amount-differs',
  'day-closed',
  'jackpot-busy',
  'unknown-table',
  'sequence-reused',
  'sequence-behind',
  'too-many-tables',
  'seat-taken',
  'table-blocked',
  'jackpot-suspended',
  'round-already-settled',
  'unknown-round',
  'no-such-bet',
  'bets-closed',
  'wrong-currency',
  'stake-out-of-limits',
  'no-such-seat',
  'no-base-bet',
  'seats-disagree',
  'not-dealt',
  'impossible-wins',
  'wins-disagree-with-cards',
  'ledger-range',
  'too-many-claims',
] as const;
export type FoldRefusal = (typeof foldRefusals)[number] | 'invalid-command' | 'not-permitted';

/** Remarks on an event that is applied. */
export const foldRemarks = [
  'sequence-gap',
  'round-abandoned',
  'carried-without-base',
  'meters-differ',
] as const;
export type FoldRemark = (typeof foldRemarks)[number];
