/**
 * Why a partition stops: what cannot be right must not be applied. Each has a page for operators.
 */
export const haltReasons = [
  'log-trimmed',
  'log-behind-ledger',
  'log-replaced',
  'log-gap',
  'partition-count-changed',
  'wrong-cluster',
  'ledger-diverged',
  'ledger-unbalanced',
  'redis-unsafe',
  'fold-failed',
] as const;
export type HaltReason = (typeof haltReasons)[number];

export interface Halt {
  readonly outcome: 'halt';
  readonly reason: HaltReason;
  readonly detail: string;
}

export function halt(reason: HaltReason, detail: string): Halt {
  return { outcome: 'halt', reason, detail };
}

/**
 * All but a bug can end while this process runs: the log or Redis is repaired, or an operator
 * recovers the partition. So these are checked again from time to time. If nothing has changed, the
 * log or the mark in the ledger shows the same before anything is applied.
 */
export function isTemporary(reason: HaltReason): boolean {
  return reason !== 'fold-failed';
}

/** The operators' page about a reason, from the project's root. */
export function pageOf(reason: HaltReason): string {
  return `deploy/operations/${reason}.md`;
}
