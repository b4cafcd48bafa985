import { exitCodes, UserError } from '#contract';
import { LedgerUnavailable } from '#engine';
import { isNoAnswer } from '#ledger';
import { HttpException } from '@nestjs/common';
import { MaybeSent } from '../acts/maybe-sent.js';

/** The part of an error that a person reads. */
export interface ShownFailure {
  readonly status: number;
  readonly sentence: string;
  /** True if a signed act may be in the log, from now or from before. */
  readonly mayBeSent: boolean;
}

/** A failed reading's statement about itself, which does not tell the effect of the touch. */
const nothingSent = /^Nothing was [^:.]*: /;

/** Returns an error for the waiting person. An error not made for people may reveal secrets. */
export function shownFailure(error: unknown): ShownFailure {
  if (error instanceof MaybeSent) {
    const { sentence: why, mayBeSent } = shownFailure(error.cause);
    const sentence = why.replace(nothingSent, '');
    const look =
      'What you have signed may be in the log: look whether it is done before you do it again.';
    return { status: 503, sentence: mayBeSent ? sentence : `${sentence} ${look}`, mayBeSent: true };
  }
  const shown = (status: number, sentence: string) => ({ status, sentence, mayBeSent: false });
  if (error instanceof HttpException) return shown(error.getStatus(), error.message);
  if (error instanceof UserError) {
    // The error itself says that the act is in the log.
    return { ...shown(409, error.message), mayBeSent: error.exitCode === exitCodes.pending };
  }
  if (error instanceof LedgerUnavailable) return shown(503, error.message);
  if (isNoAnswer(error)) return shown(503, 'Redis does not answer.');
  return shown(500, 'The console failed to answer; its log says why.');
}
