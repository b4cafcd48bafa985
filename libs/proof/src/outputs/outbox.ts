import { OutboxReader } from '#engine';
import type { JournalBlock, OutboxEntry } from '#ledger';
import type { LiveLedger } from '../source/live-ledger.js';

/** The content of a partition's outbox. */
export interface Outbox {
  readonly entries: readonly OutboxEntry[];
  /** The blocks of whole commits, oldest first. */
  readonly blocks: readonly JournalBlock[];
  /** Explains, as a sentence, why the entries after the blocks come from no commit. */
  readonly fault: string | undefined;
}

const entriesPerRead = 500;
/** Reads in a row that must show a fault before it counts: the relay trims between the reads. */
const looksAlike = 3;
const looks = 20;

/** Reads an outbox, even while the relay is sending it. */
export async function readOutbox(live: LiveLedger, partition: number): Promise<Outbox> {
  let [fault, alike] = ['', 0];
  for (let look = 1; ; look += 1) {
    const outbox = await readOnce(live, partition);
    alike = outbox.fault === fault ? alike + 1 : 1;
    if (outbox.fault === undefined || alike === looksAlike) return outbox;
    // A real fault stops the relay, and looks the same each time.
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
 * Lists the faults of an outbox, as sentences: it must hold whole commits that lead to the ledger's
 * head.
 * @param since ignores blocks that end before this offset
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
