import { foldRefusals, foldRemarks } from '#pools';

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
export const exceptionReasons = [...decodeRefusals, ...foldRefusals, ...foldRemarks] as const;
export type ExceptionReason = (typeof exceptionReasons)[number];
