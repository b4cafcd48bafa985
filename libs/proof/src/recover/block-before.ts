import { UserError } from '#contract/exit-codes';
import { OutboxReader } from '#engine';
import { goesBack, journalGenesis, StateDigest, type JournalBlock } from '#ledger';
import type { LiveLedger } from '../source/live-ledger.js';
import type { RecoveryAct } from '../compare/recovery-block.js';
import type { Diagnosis } from './diagnosis.js';

/** What the block of an act follows. */
export interface BlockBefore extends Pick<JournalBlock, 'hash' | 'block' | 'to' | 'state'> {
  /** The blocks of the chain that wait in the outbox, oldest first. */
  readonly unsent: readonly JournalBlock[];
}

const entriesPerRead = 500;

/**
 * The block that the ledger names as its last. A ledger that is emptied may name one that never
 * was: then its newest block on the topic, because the outbox is emptied with it. One that a
 * checkpoint replaces may be an old copy: then too.
 * @throws UserError where the ledger is kept and its block is nowhere.
 */
export async function blockBefore(
  live: LiveLedger,
  act: RecoveryAct,
  { partition, snapshot }: Diagnosis,
): Promise<BlockBefore> {
  const { head, sent } = snapshot;
  const waiting = await waitingBlocks(live, partition);
  const unsent: JournalBlock[] = [];
  let root = head;
  for (let block = waiting.get(root); block; block = waiting.get(root)) {
    unsent.unshift(block);
    root = block.previous;
  }
  const last = unsent.at(-1);
  return live.withJournal(async (journal) => {
    const isFirst = root === journalGenesis;
    const found = isFirst ? undefined : await journal.find(partition, root, sent);
    const isReplaced = goesBack(act);
    const newest = isReplaced ? await journal.newest(partition) : undefined;
    const number = last?.block ?? found?.block.block ?? 0;
    if (act === 'restore' && newest && newest.block.block > number) {
      return { ...newest.block, unsent };
    }
    if (last && (found || isFirst)) return { ...last, unsent };
    if (found) return { ...found.block, unsent: [] };
    if (newest) return { ...newest.block, unsent: [] };
    if (isReplaced || head === journalGenesis) {
      const state = new StateDigest().root();
      return { hash: journalGenesis, block: 0, to: -1, state, unsent: [] };
    }
    throw new UserError(
      `Partition ${partition}: nothing was changed, the ledger’s last block ${head} is neither on the journal’s topic nor in the outbox, so ${act} does not fit. See deploy/operations/ledger-diverged.md.`,
    );
  });
}

/** The blocks in the outbox that cover what waits with them, by hash. */
async function waitingBlocks(
  { ledger }: LiveLedger,
  partition: number,
): Promise<Map<string, JournalBlock>> {
  const outbox = new OutboxReader(partition, (after) =>
    ledger.readOutbox(partition, entriesPerRead, after),
  );
  const found = new Map<string, JournalBlock>();
  for (let read = await outbox.next(); read.length > 0; read = await outbox.next()) {
    for (const { block } of read) found.set(block.hash, block);
  }
  return found;
}
