import { differs, type Root } from '#contract';
import { StateDigest, type JournalBlock } from '#ledger';
import type { LogRecord } from '#log';
import { ActPlaces, ApprovalHistory } from '../compare/approval-history.js';
import type { CheckpointPartition } from '../checkpoint-file.js';
import { blockDifferences } from '../compare/compare.js';
import type { Difference } from '../compare/difference.js';
import { emptyOrigin, type Origin } from '../fold/origin.js';
import { readAlong, type ChainedBlock, type PartitionSource } from '../source/partition-source.js';
import { whyRecoveryWrong } from '../compare/recovery-block.js';
import { Refold } from '../fold/refold.js';
import { backActOf, emptiesLedger } from '../chain/undone.js';

/** Receives what was proven, in order. */
export interface SpanSink {
  onBlock(block: JournalBlock, text: string): Promise<void>;
  /** @param newestMs effective time of the record before them, ms. */
  onRecords(records: readonly LogRecord[], newestMs: number): Promise<void>;
}

/** Expected content of one span of a partition. */
interface ExpectedSpan {
  readonly source: PartitionSource;
  readonly undone: readonly (readonly [number, number])[];
  readonly end: CheckpointPartition;
  readonly sink?: SpanSink;
  readonly onFolded?: (records: number) => void;
}

interface FoldedSpan {
  readonly records: number;
  readonly blocks: number;
  readonly awards: number;
  /** Acts of operators, oldest first. */
  readonly acts: readonly JournalBlock[];
}

/**
 * Folds a partition along its blocks, span after span, and compares each block with the fold's own.
 * Blocks that an act has undone must be in the chain, but are not folded.
 */
export class SpanFold {
  private refold: Refold;
  private history: ApprovalHistory;
  /** Acts of all spans: if a span ends before the place of an act, a later span judges the act. */
  private readonly places: ActPlaces;
  private lastBlock: JournalBlock | undefined;

  /** @param origin the beginning of the first span. */
  constructor(
    private readonly partition: number,
    origin: Origin,
    private readonly context: { readonly partitions: number; readonly root: Root },
  ) {
    this.refold = this.refoldFrom(origin);
    this.history = new ApprovalHistory(this.refold);
    const { position, state } = origin;
    this.places = new ActPlaces({ position, newestMs: state.newestMs });
  }

  /** State of the partition after the folded spans. */
  get state() {
    return this.refold.state;
  }

  /** Number of awards since the beginning, or since the last act that emptied the ledger. */
  get awards(): number {
    return this.refold.awards;
  }

  /** The last block of the folded spans; undefined if they have no blocks. */
  get last(): JournalBlock | undefined {
    return this.lastBlock;
  }

  /** @throws UserError that names the first block, act or end that differs. */
  async run({ source, undone, end, sink, onFolded }: ExpectedSpan): Promise<FoldedSpan> {
    const { head, block } = this.refold;
    const { places } = this;
    const actsBefore = places.all.length;
    const counts = { records: 0, blocks: 0, awards: 0 };
    const isUndone = ({ block: number }: JournalBlock): boolean => isIn(undone, number);
    const range = { partition: this.partition, head, block, last: end.block, isUndone };
    for await (const chained of readAlong(source, range)) {
      const { newestMs } = this.state;
      places.onBlock(chained.block);
      this.lastBlock = chained.block;
      await sink?.onBlock(chained.block, chained.text);
      counts.blocks += 1;
      counts.awards += this.fold(chained);
      const { records } = chained;
      counts.records += records.length;
      if (records.length > 0) await sink?.onRecords(records, newestMs);
      onFolded?.(records.length);
    }
    this.assertEnd(end);
    this.assertActs();
    const acts = places.all.slice(actsBefore).map(({ act }) => act);
    return { ...counts, acts };
  }

  private refoldFrom(origin: Origin): Refold {
    // Blocks do not name the cluster; the checkpoint does.
    return new Refold(origin, { ...this.context, clusterId: '' });
  }

  /** @returns the number of awards in the block. */
  private fold(chained: ChainedBlock): number {
    const { block, isUndone } = chained;
    const backAct = isUndone ? undefined : backActOf(block);
    if (backAct && emptiesLedger(backAct)) {
      const { head, block: number } = this.refold;
      this.refold = this.refoldFrom(emptyOrigin({ position: 0, head, block: number }));
      this.history = new ApprovalHistory(this.refold);
    }
    if (!isUndone && block.from !== this.refold.position) {
      throw differs(
        `Partition ${this.partition}: block ${block.block} begins at offset ${block.from}, and the fold is at ${this.refold.position}. A ledger that was restored from a checkpoint before the last span needs an archive of its own`,
      );
    }
    const before = this.refold.awards;
    this.refold.add(chained);
    const { mismatch } = this.refold;
    if (mismatch) this.throwMismatch(mismatch.made, block);
    return this.refold.awards - before;
  }

  private throwMismatch(made: JournalBlock, found: JournalBlock): never {
    const [first] = blockDifferences(made, found, this.state) as [Difference];
    throw differs(`Partition ${this.partition}: ${first.sentence}`);
  }

  /** Asserts that the fold has reached exactly the checkpoint's ledger. */
  private assertEnd(end: CheckpointPartition): void {
    const { refold, partition } = this;
    const { position } = refold;
    const state = refold.origin.digest.root();
    const { position: endPosition, head, block, anchor } = end;
    const isSame = position === endPosition && refold.head === head && refold.block === block;
    if (!isSame) {
      throw differs(
        `Partition ${partition}: the fold ends at offset ${position} with block ${refold.block}, and the checkpoint at ${endPosition} with block ${block}`,
      );
    }
    if (state !== StateDigest.of(end).root()) {
      throw differs(`Partition ${partition}: the checkpoint holds another ledger than the fold`);
    }
    if (refold.anchor !== undefined && refold.anchor !== anchor) {
      throw differs(`Partition ${partition}: the checkpoint names another last record (anchor)`);
    }
  }

  /** Asserts that each act's signer was allowed to sign, and that two people signed if two must. */
  private assertActs(): void {
    const { authority } = this.state;
    const { all } = this.places;
    const wrong = all.flatMap(({ act }) => whyRecoveryWrong(act, authority) ?? []);
    const alone = all.flatMap((place) => this.history.whyAlone(place) ?? []);
    const [why] = [...wrong, ...alone];
    if (why !== undefined) throw differs(`Journal: ${why}`);
  }
}

function isIn(ranges: readonly (readonly [number, number])[], block: number): boolean {
  return ranges.some(([first, last]) => first <= block && block <= last);
}
