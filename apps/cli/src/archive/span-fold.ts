import type { Root } from '#contract';
import { readBlock, StateDigest, type JournalBlock } from '#ledger';
import type { LogRecord } from '#log';
import { ApprovalHistory, type ActPlace } from '../proof/approval-history.js';
import type { ChainPoint } from '../proof/chain.js';
import type { CheckpointPartition } from '../proof/checkpoint-file.js';
import { blockDifferences } from '../proof/compare.js';
import type { Difference } from '../proof/difference.js';
import { linkOf } from '../proof/journal.js';
import { whyRecoveryWrong } from '../proof/recovery-block.js';
import { emptyOrigin, Refold, type Origin } from '../proof/refold.js';
import { differs } from '../user-error.js';

/** A partition's part of a span: from Kafka when it is archived, from files when it is verified. */
export interface SpanSource {
  /** The blocks of the chain as they were written, the oldest first; also those undone. */
  blocks(): AsyncIterable<readonly string[]>;
  /** The records of a range, each offset once; ranges come in order. */
  take(range: { from: number; to: number }): readonly LogRecord[] | Promise<readonly LogRecord[]>;
}

/** Takes what was proven, in order. */
export interface SpanSink {
  onBlock(block: JournalBlock, text: string): Promise<void>;
  /** @param newestMs time of the record before them as it counts, ms. */
  onRecords(records: readonly LogRecord[], newestMs: number): Promise<void>;
}

/** What one span of a partition must be. */
interface ExpectedSpan {
  readonly source: SpanSource;
  readonly undone: readonly (readonly [number, number])[];
  readonly end: CheckpointPartition;
  readonly sink?: SpanSink;
  readonly onFolded?: (records: number) => void;
}

interface FoldedSpan {
  readonly records: number;
  readonly blocks: number;
  readonly awards: number;
  /** What operators did, the oldest first. */
  readonly acts: readonly JournalBlock[];
}

/**
 * Folds a partition along its blocks, span after span, and compares each block with the one that
 * the fold makes. Blocks that an act has undone must stand in the chain, and are not folded.
 */
export class SpanFold {
  private refold: Refold;
  private history: ApprovalHistory;
  private position: number;
  private last: { hash: string; block: number };

  /** @param origin where the first span begins. */
  constructor(
    private readonly partition: number,
    origin: Origin,
    private readonly context: { readonly partitions: number; readonly root: Root },
  ) {
    const { position, head, block } = origin;
    this.refold = this.refoldFrom(origin);
    this.history = new ApprovalHistory(this.refold);
    this.position = position;
    this.last = { hash: head, block };
  }

  /** What the partition is after the spans that were folded. */
  get state() {
    return this.refold.state;
  }

  /** The awards since the beginning, or since the last rebuild. */
  get awards(): number {
    return this.refold.awards;
  }

  /** @throws UserError that names the first block, act or end that differs. */
  async run({ source, undone, end, sink, onFolded }: ExpectedSpan): Promise<FoldedSpan> {
    const acts: JournalBlock[] = [];
    const places: ActPlace[] = [];
    const counts = { records: 0, blocks: 0, awards: 0 };
    for await (const texts of source.blocks()) {
      for (const text of texts) {
        const block = this.read(text);
        counts.blocks += 1;
        if (block.recovery) {
          acts.push(block);
          places.push({ act: block, position: this.position, newestMs: this.state.newestMs });
        }
        await sink?.onBlock(block, text);
        if (isIn(undone, block.block)) continue;
        const { newestMs } = this.state;
        const records = block.recovery ? [] : await source.take(block);
        const awards = this.fold(block, records);
        counts.records += records.length;
        counts.awards += awards;
        if (records.length > 0) await sink?.onRecords(records, newestMs);
        onFolded?.(records.length);
      }
    }
    this.assertEnd(end);
    this.assertActs(acts, places);
    return { ...counts, acts };
  }

  private refoldFrom(origin: Origin, rebuild?: ChainPoint): Refold {
    // No block has the cluster, which the checkpoint names.
    return new Refold(origin, { ...this.context, clusterId: '' }, rebuild);
  }

  private read(text: string): JournalBlock {
    const { last, partition } = this;
    const block = readBlock(text);
    const isNext = block?.previous === last.hash && block.block === last.block + 1;
    if (!isNext || block.partition !== partition) {
      throw differs(`Partition ${partition}: block ${last.block + 1} is not the one that follows`);
    }
    this.last = { hash: block.hash, block: block.block };
    return block;
  }

  /** @returns how many awards it gave. */
  private fold(block: JournalBlock, records: readonly LogRecord[]): number {
    const { hash: head, block: number, recovery } = block;
    // Where it lies is for sentences that this fold does not write.
    const link = linkOf(block, { outboxOf: this.partition });
    if (recovery?.act === 'rebuild') {
      this.refold = this.refoldFrom(emptyOrigin(), { position: 0, head, block: number });
      this.history = new ApprovalHistory(this.refold);
      this.position = 0;
      return 0;
    }
    if (block.from !== this.position) {
      throw differs(
        `Partition ${this.partition}: block ${number} begins at offset ${block.from}, and the fold is at ${this.position}. A ledger that was restored from a checkpoint before the last span needs an archive of its own`,
      );
    }
    const before = this.refold.awards;
    this.refold.add(link, records);
    this.position = block.to + 1;
    const { mismatch } = this.refold;
    if (mismatch) this.throwMismatch(mismatch.made, block);
    return this.refold.awards - before;
  }

  private throwMismatch(made: JournalBlock, found: JournalBlock): never {
    const [first] = blockDifferences(made, found, this.state) as [Difference];
    throw differs(`Partition ${this.partition}: ${first.sentence}`);
  }

  /** That the fold has come to the very ledger of the checkpoint. */
  private assertEnd(end: CheckpointPartition): void {
    const { refold, partition, position, last } = this;
    const state = refold.origin.digest.root();
    const { position: endPosition, head, block, anchor } = end;
    const isSame = position === endPosition && last.hash === head && last.block === block;
    if (!isSame || refold.head !== head) {
      throw differs(
        `Partition ${partition}: the fold ends at offset ${position} with block ${last.block}, and the checkpoint at ${endPosition} with block ${block}`,
      );
    }
    if (state !== StateDigest.of(end).root()) {
      throw differs(`Partition ${partition}: the checkpoint holds another ledger than the fold`);
    }
    if (refold.anchor !== undefined && refold.anchor !== anchor) {
      throw differs(`Partition ${partition}: the checkpoint names another last record (anchor)`);
    }
  }

  /** That who signed an act was allowed to, and was not alone where two people must sign. */
  private assertActs(acts: readonly JournalBlock[], places: readonly ActPlace[]): void {
    const { authority } = this.state;
    const wrong = acts.flatMap((act) => whyRecoveryWrong(act, authority) ?? []);
    const alone = places.flatMap((place) => this.history.whyAlone(place) ?? []);
    const [why] = [...wrong, ...alone];
    if (why !== undefined) throw differs(`Journal: ${why}`);
  }
}

function isIn(ranges: readonly (readonly [number, number])[], block: number): boolean {
  return ranges.some(([first, last]) => first <= block && block <= last);
}
