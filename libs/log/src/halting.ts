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
 * These can pass without the ledger being at fault, so they are looked at again from time to time;
 * the others stay until a person has acted and the service is started again.
 */
export function mayPass(reason: HaltReason): boolean {
  switch (reason) {
    case 'log-trimmed':
    case 'log-behind-ledger':
    case 'log-replaced':
    case 'partition-count-changed':
    case 'wrong-cluster':
    case 'redis-unsafe':
      return true;
    case 'log-gap':
    case 'ledger-diverged':
    case 'ledger-unbalanced':
    case 'fold-failed':
      return false;
    default:
      return reason satisfies never;
  }
}
