/** Why a partition stops: what cannot be right must not be folded. Each has a page for operators. */
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
 * All but a bug can end without this process: the log or Redis is mended, or an operator has
 * recovered the partition. So they are looked at again from time to time; where nothing has changed
 * the same is found, from the log or from the mark that the ledger keeps, before anything is applied.
 */
export function mayPass(reason: HaltReason): boolean {
  return reason !== 'fold-failed';
}

/** The operators' page about a reason, from the project's root. */
export function pageOf(reason: HaltReason): string {
  return `deploy/operations/${reason}.md`;
}
