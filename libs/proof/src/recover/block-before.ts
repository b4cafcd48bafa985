import { UserError } from '#contract/exit-codes';
import { goesBack, journalGenesis, StateDigest, type JournalBlock } from '#ledger';
import type { LiveLedger } from '../source/live-ledger.js';
import type { RecoveryAct } from '../compare/recovery-block.js';
import type { PartitionChange } from './change.js';
import type { Diagnosis } from './diagnosis.js';

/** What the block of an act follows. */
export type BlockBefore = Pick<JournalBlock, 'hash' | 'block' | 'to' | 'state'>;

interface ActOnPartition extends Pick<PartitionChange, 'putBack'> {
  readonly act: RecoveryAct;
  readonly diagnosis: Diagnosis;
}

/**
 * The block that the ledger names as its last. A ledger that is emptied may name one that never
 * was: then its newest block on the topic. One that a checkpoint replaces may be an old copy: then
 * too. Where the journal is lost, the one that the act puts back on the topic.
 * @throws UserError where the ledger is kept and its block is nowhere.
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
