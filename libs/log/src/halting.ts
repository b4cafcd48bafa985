/** Reasons to stop a partition before anything wrong is applied. Each has a page for operators. */
export const haltReasons = [
  'log-trimmed',
  'log-behind-ledger',
  'log-replaced',
  'log-gap',
  'log-damaged',
  'log-unreadable',
  'log-unsafe',
  'time-ahead',
  'partition-count-changed',
  'wrong-cluster',
  'wrong-root',
  'newer-edition',
  'ledger-diverged',
  'ledger-unbalanced',
  'ledger-lost',
  'redis-unsafe',
  'fold-failed',
] as const;
export type HaltReason = (typeof haltReasons)[number];

export interface Halt {
  readonly outcome: 'halt';
  readonly reason: HaltReason;
  readonly detail: string;
  /** The stack of a bug, for the log. */
  readonly stack?: string | undefined;
}

export function halt(reason: HaltReason, detail: string): Halt {
  return { outcome: 'halt', reason, detail };
}

/**
 * The halt for a bug. Errors of ioredis contain the arguments of their command, which are dropped.
 */
export function haltOfBug(what: string, error: unknown): Halt {
  const { message, stack } = error instanceof Error ? error : new Error(JSON.stringify(error));
  return { ...halt('fold-failed', `The service failed${what}: ${message}.`), stack };
}

/**
 * Tells whether a halt can end while this process runs: all but a bug can, and are checked again
 * regularly.
 */
export function isTemporary(reason: HaltReason): boolean {
  return reason !== 'fold-failed';
}

/** The operators' page about a reason, as a path from the project's root. */
export function pageOf(reason: HaltReason): string {
  return `deploy/operations/${reason}.md`;
}
