import { OutboxReader } from '#engine';
import { journalGenesis, StateDigest, type JournalBlock } from '#ledger';
import type { Connections } from '../connections.js';
import { UserError } from '../user-error.js';
import type { Plan } from './plan.js';

/** What the block of an act follows. */
export interface BlockBefore extends Pick<JournalBlock, 'hash' | 'block' | 'state'> {
  /** The blocks of the chain that wait in the outbox, oldest first. */
  readonly unsent: readonly JournalBlock[];
}

const entriesPerRead = 500;

/**
 * The block that the ledger names as its last. A ledger that is emptied may name one that never
 * was: then its newest block on the topic, because the outbox is emptied with it.
 * @throws UserError where the ledger is kept and its block is nowhere.
 */
export async function blockBefore(
  connections: Connections,
  { act, emptied, diagnosis: { partition, snapshot } }: Plan,
): Promise<BlockBefore> {
  const { head, sent } = snapshot;
  const waiting = await waitingBlocks(connections, partition);
  const unsent: JournalBlock[] = [];
  let root = head;
  for (let block = waiting.get(root); block; block = waiting.get(root)) {
    unsent.unshift(block);
    root = block.previous;
  }
  const last = unsent.at(-1);
  return connections.withJournal(async (journal) => {
    const isFirst = root === journalGenesis;
    const found = isFirst ? undefined : await journal.find(partition, root, sent);
    if (last && (found || isFirst)) return { ...last, unsent };
    if (found) return { ...found.block, unsent: [] };
    const newest = emptied && (await journal.newest(partition));
    if (newest) return { ...newest.block, unsent: [] };
    if (emptied || head === journalGenesis) {
      return { hash: journalGenesis, block: 0, state: new StateDigest().root(), unsent: [] };
    }
    throw new UserError(
      `Partition ${partition}: nothing was changed, the ledger’s last block ${head} is neither on the journal’s topic nor in the outbox, so ${act} does not fit. See deploy/operations/ledger-diverged.md.`,
    );
  });
}

/** The blocks in the outbox that cover what waits with them, by hash. */
async function waitingBlocks(
  { ledger }: Connections,
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
