import { outputKinds } from '#contract';
import { digestOf, readBlock, type JournalBlock, type OutboxEntry } from '#ledger';

/** The outbox entries of one commit: its outputs, then the block that covers them. */
export interface OutboxCommit {
  readonly entries: readonly OutboxEntry[];
  readonly block: JournalBlock;
}

const sentKinds: ReadonlySet<string> = new Set(outputKinds);

/** Reads the waiting commits of an outbox, oldest first, and finds entries that no commit wrote. */
export class OutboxReader {
  /** Says why no commit wrote the next entry; nothing after it is read. */
  fault: string | undefined;
  private waiting: OutboxEntry[] = [];
  private last: string | undefined;

  constructor(
    private readonly partition: number,
    private readonly readAfter: (outboxId: string | undefined) => Promise<readonly OutboxEntry[]>,
  ) {}

  /** Whole commits, at least one; an empty list at the end, or if something is wrong. */
  async next(): Promise<OutboxCommit[]> {
    while (this.fault === undefined) {
      const read = await this.readAfter(this.waiting.at(-1)?.outboxId ?? this.last);
      if (read.length === 0) break;
      const commits = this.cut(read);
      if (commits.length > 0) return commits;
    }
    const [first] = this.waiting;
    if (first) this.fault ??= `the outbox ends at ${first.outboxId} without a block.`;
    return [];
  }

  private cut(read: readonly OutboxEntry[]): OutboxCommit[] {
    const commits: OutboxCommit[] = [];
    for (const entry of read) {
      this.waiting.push(entry);
      if (entry.topic !== 'journal') continue;
      const commit = this.commitOf(this.waiting, entry);
      if (!commit) return commits;
      commits.push(commit);
      this.last = entry.outboxId;
      this.waiting = [];
    }
    return commits;
  }

  private commitOf(
    entries: readonly OutboxEntry[],
    { value, outboxId, id, key }: OutboxEntry,
  ): OutboxCommit | undefined {
    const { partition } = this;
    const block = readBlock(value);
    const unknown = entries.find(({ topic }) => !sentKinds.has(topic));
    if (unknown) {
      this.fault = `the outbox has a message for the topic ${unknown.topic}, to which nothing is sent.`;
    } else if (block?.partition !== partition || key !== String(partition)) {
      this.fault = `the outbox has no block of this partition at ${outboxId}.`;
    } else if (id !== `${partition}/${block.to}/journal/${block.hash}`) {
      this.fault = `the block at ${outboxId} of the outbox has another id than its own.`;
    } else if (digestOf(entries.slice(0, -1)) !== block.digest) {
      this.fault = `block ${block.block} does not cover the messages before it in the outbox.`;
    } else {
      return { entries, block };
    }
    return undefined;
  }
}
