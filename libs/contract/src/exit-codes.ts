/** Exit codes of every program here. Codes above 2 are those of `sysexits.h`. */
export const exitCodes = {
  /** Done; the compared data agrees. */
  ok: 0,
  /** Not done: refused, not found, not confirmed. */
  failed: 1,
  /** The ledger, the log, the journal or a sign differ, or a partition is halted. */
  differs: 2,
  /** The command line is wrong. */
  usage: 64,
  /** Kafka, Redis or the ledger service does not answer. */
  unavailable: 69,
  /** A service had an error that it cannot survive. */
  software: 70,
  /** The command is in the log and waits for the ledger service: it must not be sent again. */
  pending: 75,
  /**
   * The environment, a file that it names, or a permission is missing or wrong. A retry does not
   * help.
   */
  config: 78,
} as const;

/** The reason why something was not done, as a sentence for the person who asked for it. */
export class UserError extends Error {
  /** @param exitCode the program's exit code, one of `exitCodes`. */
  constructor(
    message: string,
    readonly exitCode: number = exitCodes.failed,
  ) {
    super(message);
  }
}

/** The error for compared data that differs. @param sentence without its full stop. */
export function differs(sentence: string): UserError {
  return new UserError(`${sentence}.`, exitCodes.differs);
}
