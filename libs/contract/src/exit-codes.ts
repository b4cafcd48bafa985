/** How every program here ends. Codes above 1 are those of `sysexits.h`. */
export const exitCodes = {
  /** Done; what was to be proven agrees. */
  ok: 0,
  /** Not done, or the ledger, the log and the journal disagree. */
  failed: 1,
  /** The command line is wrong. */
  usage: 64,
  /** A service met something that it cannot survive. */
  software: 70,
  /** The environment, or a file that it names, is missing or wrong. A retry does not help. */
  config: 78,
} as const;
