import type { JournalBlock, LedgerSnapshot } from '#ledger';
import { pageOf, type HaltReason } from '#log';
import type { RecoveryAct } from '../compare/recovery-block.js';

export const recoveryActs: readonly RecoveryAct[] = [
  'rebuild',
  'restore',
  'skip',
  'accept-log',
  'accept-time',
];

/** The acts that fit each reason, the recommended one first; none if the ledger needs no act. */
export const actsFor: Readonly<Record<HaltReason, readonly RecoveryAct[]>> = {
  'log-trimmed': ['skip', 'restore'],
  'log-behind-ledger': ['rebuild'],
  'log-replaced': ['rebuild', 'restore'],
  'log-gap': ['skip'],
  'log-damaged': [],
  'log-unreadable': [],
  'log-unsafe': [],
  'time-ahead': ['accept-time'],
  'partition-count-changed': [],
  'wrong-cluster': ['accept-log', 'rebuild'],
  'wrong-root': [],
  'newer-edition': [],
  'ledger-diverged': ['rebuild', 'restore'],
  'ledger-unbalanced': ['rebuild', 'restore'],
  'ledger-lost': ['rebuild', 'restore'],
  'redis-unsafe': [],
  'fold-failed': [],
};

/**
 * Returns true if a block is a skip of this ledger that was not carried out, for example because
 * the `jackpot` program ended early.
 */
export function isSkipOf(
  { block, head }: Pick<LedgerSnapshot, 'block' | 'head'>,
  { recovery, previous, block: number }: JournalBlock,
): boolean {
  return recovery?.act === 'skip' && previous === head && number === block + 1;
}

/** Steps for a person when no act fits. */
export const byHand: Readonly<Partial<Record<HaltReason, string>>> = {
  'log-damaged':
    'Let the broker that leads the partition fetch its records from another one again; the partition then continues by itself.',
  'log-unreadable':
    'Find out who wrote the batch, or which disk damaged it. If it cannot be put right, delete the log up to its end, then skip.',
  'log-unsafe':
    'Set the topic right with kafka-configs.sh (contract 2.4 has the settings); the partition then continues by itself.',
  'time-ahead':
    'No key in force here can sign an act, and nothing has been applied: make the topic again.',
  'partition-count-changed':
    'Make the topic again with the old number of partitions and copy the records to their old offsets; with another number the jackpots would move to other partitions. If the topic never had another number, somebody has written to Redis: set the field partitions of the partition’s position right there.',
  'wrong-root':
    'Set COMMAND_ROOT of the service to the root that the keys of this ledger began with, and restart it.',
  'newer-edition':
    'Install a build that has this edition; the partition then continues from its position.',
  'redis-unsafe':
    'Set maxmemory-policy noeviction and appendonly yes in Redis; the partition then continues by itself.',
  'fold-failed': 'This is a bug: keep the log of the service, install a fixed version, restart it.',
};

const olderThanJournal =
  'The journal continues past this ledger’s last block, so the blocks between would be lost. Bring back the newest copy of Redis, or restore: recover --act restore --from CHECKPOINT.';

/** The remedy when an act does not fit, as a sentence. */
export function fixInstead(reason: HaltReason, act: RecoveryAct): string {
  // It fits the reason, but not this ledger.
  if (act === 'skip' && actsFor[reason].includes('skip')) return olderThanJournal;
  return byHand[reason] ?? `See ${pageOf(reason)}.`;
}
