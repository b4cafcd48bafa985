import { exitCodes } from '#contract';

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** Why a command did not do what was asked, as a sentence for the person who typed it. */
export class UserError extends Error {
  constructor(
    message: string,
    readonly exitCode: ExitCode = exitCodes.failed,
  ) {
    super(message);
  }
}
