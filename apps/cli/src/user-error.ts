import { exitCodes } from '#contract/exit-codes';

/** Why a command did not do what was asked, as a sentence for the person who typed it. */
export class UserError extends Error {
  constructor(
    message: string,
    readonly exitCode: number = exitCodes.failed,
  ) {
    super(message);
  }
}
