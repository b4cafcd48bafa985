import { OutboxReader } from '#engine';
import type { JournalBlock, OutboxEntry } from '#ledger';
import type { LiveLedger } from '../source/live-ledger.js';

/** What waits in the outbox of a partition. */
export interface Outbox {
  readonly entries: readonly OutboxEntry[];
  /** The blocks of whole commits, oldest first. */
  readonly blocks: readonly Pick<JournalBlock, 'block' | 'hash' | 'to'>[];
  /** Why what follows them was written by no commit, as a sentence. */
  readonly fault: string | undefined;
}

const entriesPerRead = 500;
/** So often, one after the other, a fault must be seen: the relay trims between the reads. */
const looksAlike = 3;
const looks = 20;

/** Reads an outbox while the relay may be sending it. */
export async function readOutbox(live: LiveLedger, partition: number): Promise<Outbox> {
  let [fault, alike] = ['', 0];
  for (let look = 1; ; look += 1) {
    const outbox = await readOnce(live, partition);
    alike = outbox.fault === fault ? alike + 1 : 1;
    if (outbox.fault === undefined || alike === looksAlike) return outbox;
    // What is really wrong stops the relay, and looks the same each time.
    if (look === looks) return { ...outbox, fault: undefined };
    ({ fault } = outbox);
  }
}

async function readOnce({ ledger }: LiveLedger, partition: number): Promise<Outbox> {
  const entries: OutboxEntry[] = [];
  const reader = new OutboxReader(partition, async (after) => {
    const read = await ledger.readOutbox(partition, entriesPerRead, after);
    entries.push(...read);
    return read;
  });
  const blocks: Pick<JournalBlock, 'block' | 'hash' | 'to'>[] = [];
  for (let read = await reader.next(); read.length > 0; read = await reader.next()) {
    blocks.push(...read.map(({ block: { block, hash, to } }) => ({ block, hash, to })));
  }
  return { entries, blocks, fault: reader.fault };
}
