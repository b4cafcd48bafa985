/** Why a record is refused before its jackpot's state is looked at, in order of precedence. */
export const decodeRefusals = [
  'malformed',
  'unknown-type',
  'wrong-partition',
  'unsigned-command',
  'bad-signature',
  'not-permitted',
  'invalid-command',
] as const;
export type DecodeRefusal = (typeof decodeRefusals)[number];

/**
 * Every reason on `jackpot.exceptions`, refusals in order of precedence, then the remarks beside an
 * event that is applied (contract 3.5).
 */
export const exceptionReasons = [
  ...decodeRefusals,
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
  'sequence-gap',
  'round-abandoned',
] as const;
export type ExceptionReason = (typeof exceptionReasons)[number];
