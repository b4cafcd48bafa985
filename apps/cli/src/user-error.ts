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

/** That what is compared differs. @param sentence without its full stop. */
export function differs(sentence: string): UserError {
  return new UserError(`${sentence}.`, exitCodes.differs);
}
