import { foldRefusals, foldRemarks } from '#pools';

/** Reasons to refuse a record before its jackpot's state is read, in order of precedence. */
export const decodeRefusals = [
  'malformed',
  'unknown-type',
  'wrong-partition',
  'unsigned-command',
  'unsigned-claim',
  'bad-signature',
  'sequence-ahead',
  'command-repeated',
  'command-expired',
  'not-permitted',
  'invalid-command',
] as const;
export type DecodeRefusal = (typeof decodeRefusals)[number];

/** Every reason on `jackpot.exceptions` (contract 3.5): refusals by precedence, then remarks. */
export const exceptionReasons = [...decodeRefusals, ...foldRefusals, ...foldRemarks] as const;
export type ExceptionReason = (typeof exceptionReasons)[number];
