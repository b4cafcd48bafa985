import { UserError } from '#contract/exit-codes';
import { goesBack, journalGenesis, StateDigest, type JournalBlock } from '#ledger';
import type { LiveLedger } from '../source/live-ledger.js';
import type { RecoveryAct } from '../compare/recovery-block.js';
import type { PartitionChange } from './change.js';
import type { Diagnosis } from './diagnosis.js';

/** The block that an act's block follows. */
export type BlockBefore = Pick<JournalBlock, 'hash' | 'block' | 'to' | 'state'>;

interface ActOnPartition extends Pick<PartitionChange, 'putBack'> {
  readonly act: RecoveryAct;
  readonly diagnosis: Diagnosis;
}

/**
 * Returns the block that the ledger names as its last. An emptied ledger may name a block that
 * never existed, and a ledger that a checkpoint replaces may be an old copy: then returns the
 * newest block on the topic. If the journal is lost, returns the block that the act puts back on
 * the topic.
 * @throws UserError if the ledger is kept and its block is nowhere.
 */
export async function blockBefore(
  live: LiveLedger,
  { act, diagnosis, putBack }: ActOnPartition,
): Promise<BlockBefore> {
  if (putBack) return putBack;
  const { partition, snapshot } = diagnosis;
  const { head, sent } = snapshot;
  return live.withJournal(async (journal) => {
    const isFirst = head === journalGenesis;
    const found = isFirst ? undefined : await journal.find(partition, head, sent);
    const isReplaced = goesBack(act);
    const newest = isReplaced ? await journal.newest(partition) : undefined;
    const isOlder = newest !== undefined && newest.block.block > (found?.block.block ?? 0);
    const before = act === 'restore' && isOlder ? newest : (found ?? newest);
    if (before) return before.block;
    if (isReplaced || isFirst) {
      return { hash: journalGenesis, block: 0, to: -1, state: new StateDigest().root() };
    }
    throw new UserError(
      `Partition ${partition}: nothing was changed, the ledger’s last block ${head} is not on the journal’s topic, so ${act} does not fit. See deploy/operations/ledger-diverged.md.`,
    );
  });
}
