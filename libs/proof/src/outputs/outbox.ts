import { OutboxReader } from '#engine';
import type { JournalBlock, OutboxEntry } from '#ledger';
import type { LiveLedger } from '../source/live-ledger.js';

/** What waits in the outbox of a partition. */
export interface Outbox {
  readonly entries: readonly OutboxEntry[];
  /** The blocks of whole commits, oldest first. */
  readonly blocks: readonly JournalBlock[];
  /** Why what follows them was written by no commit, as a sentence. */
  readonly fault: string | undefined;
}

const entriesPerRead = 500;
/** A fault counts when it is seen this often in a row: the relay trims between the reads. */
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
  const blocks: JournalBlock[] = [];
  for (let read = await reader.next(); read.length > 0; read = await reader.next()) {
    blocks.push(...read.map(({ block }) => block));
  }
  return { entries, blocks, fault: reader.fault };
}

/**
 * What is wrong with what waits, as sentences: it must be whole commits on the way to the ledger's
 * head.
 * @param since blocks that end before this offset are of no interest
 * @param unsent hashes of blocks that are not on the chain
 */
export function outboxFaults(
  { blocks, fault }: Outbox,
  since: number,
  unsent: ReadonlySet<string>,
): string[] {
  const stray = blocks.filter(({ to, hash }) => to >= since && unsent.has(hash));
  const sentences = stray.map(({ block, hash }) => {
    return `block ${block} (${hash}) waits in the outbox and is not on the ledger’s chain`;
  });
  return fault === undefined ? sentences : [fault.replace(/\.$/, ''), ...sentences];
}
