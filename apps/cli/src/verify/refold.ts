import { commitOf, foldRecords } from '#bookkeeping';
import type { CommandKeys } from '#contract';
import { journalGenesis, type JournalBlock } from '#ledger';
import { anchorOf, type LogRecord } from '#log';
import { emptyState, type Award, type PartitionState } from '#pools';

/**
 * Folds one partition of the log again from its first record, cut where the journal's blocks are
 * cut, and compares every block with the one that the fold makes.
 */
export class Refold {
  readonly state: PartitionState = emptyState();
  readonly awards: Award[] = [];
  records = 0;
  anchor: string | null = null;
  /** The first difference, as a sentence. */
  fault: string | null = null;
  private head = journalGenesis;
  private waiting: LogRecord[] = [];
  private next = 0;

  constructor(
    private readonly partition: number,
    private readonly blocks: readonly JournalBlock[],
    private readonly context: { partitions: number; clusterId: string; keys: CommandKeys },
  ) {}

  add(records: readonly LogRecord[]): void {
    this.waiting = this.waiting.concat(records);
    for (;;) {
      const block = this.blocks[this.next];
      if (this.fault || !block) return;
      const length = block.to - block.from + 1;
      if (this.waiting.length < length) return;
      this.fold(block, this.waiting.slice(0, length));
      this.waiting = this.waiting.slice(length);
      this.next += 1;
    }
  }

  private fold(block: JournalBlock, records: readonly LogRecord[]): void {
    const { partitions, clusterId, keys } = this.context;
    const folded = foldRecords(this.state, records, { partitions, keys });
    this.anchor = anchorOf(records.at(-1) as LogRecord);
    const before = { head: this.head, block: this.next, partitions, clusterId };
    const made = commitOf(this.state, folded, { ...before, anchor: this.anchor }).block;
    this.head = made.hash;
    this.records += records.length;
    this.awards.push(...folded.awards);
    if (made.hash !== block.hash) this.fault = this.difference(made, block);
  }

  private difference(made: JournalBlock, found: JournalBlock): string {
    const place = `partition ${this.partition}, block ${found.block} (offsets ${found.from}-${found.to})`;
    const wrong = made.postings.find(
      (posting, index) => JSON.stringify(posting) !== JSON.stringify(found.postings[index]),
    );
    if (wrong || made.postings.length !== found.postings.length) {
      const journal = found.postings.find(({ jackpot }) => jackpot === wrong?.jackpot);
      return `${place}: the log gives the postings ${JSON.stringify(wrong)}, the journal says ${JSON.stringify(journal ?? null)}`;
    }
    return `${place}: the log changes the ledger otherwise than the journal says (digest ${made.digest} and ${found.digest})`;
  }
}
