import type { Root } from '#contract';
import { commitOf, foldRecords, isFirstMessage, type FoldContext, type Folded } from '#engine';
import type { JournalBlock } from '#ledger';
import { anchorOf, type LogRecord } from '#log';
import type { PartitionState } from '#pools';
import { assertReadable } from './readable.js';
import type { Origin } from './origin.js';
import {
  type ChainedBlock,
  type ChainRange,
  type PartitionSource,
  readAlong,
} from '../source/partition-source.js';

interface Mismatch {
  readonly made: JournalBlock;
  readonly found: JournalBlock;
}

/** Receives the results of a fold. */
export interface FoldVisitor {
  /** Receives every block of the chain before it is folded; also undone blocks. */
  onBlock?(block: JournalBlock): void;
  /** @param beganMs newest Kafka time before the records, ms */
  onFolded?(folded: Folded, beganMs: number): void;
  readonly onVersion?: FoldContext['onVersion'];
}

/**
 * Folds a partition again with the cuts of the journal's blocks, and compares each block. Continues
 * after a block that differs, so that the balances can be compared at the ledger's position.
 */
export class Refold {
  readonly state: PartitionState;
  /** Number of awards made. */
  awards = 0;
  /** Number of records folded. */
  records = 0;
  /** The first block that differs from the fold's own. */
  mismatch: Mismatch | undefined;
  /** Hash of the last block. */
  head: string;
  /** Number of the last block. */
  block: number;
  /** The offset after the last block that counts. */
  position: number;
  /** The last record, or the hash of a checkpoint's last record. */
  private last: LogRecord | string | null | undefined;
  private readonly visitors: FoldVisitor[] = [];

  constructor(
    readonly origin: Origin,
    private readonly context: { partitions: number; clusterId: string; root: Root },
  ) {
    ({ state: this.state, head: this.head, block: this.block } = origin);
    ({ position: this.position, anchor: this.last } = origin);
  }

  /**
   * Hash of the last record; undefined if an operator's act came after it, because an act does not
   * leave one.
   */
  get anchor(): string | null | undefined {
    const { last } = this;
    return typeof last === 'object' && last !== null ? anchorOf(last) : last;
  }

  watch(visitor: FoldVisitor): void {
    this.visitors.push(visitor);
  }

  /** Takes the next block of the chain. */
  add({ block, records, isUndone }: Omit<ChainedBlock, 'text'>): void {
    for (const visitor of this.visitors) visitor.onBlock?.(block);
    if (!isUndone) {
      if (block.recovery) this.compareState(block);
      else this.fold(block, records);
      this.position = block.to + 1;
    }
    this.head = block.hash;
    this.block = block.block;
  }

  /**
   * Compares the ledger after an act with the folded one; records that a restored ledger had lost
   * were not folded.
   */
  private compareState(found: JournalBlock): void {
    this.last = undefined;
    const made = { ...found, state: this.origin.digest.root() };
    if (made.state !== found.state) this.mismatch ??= { made, found };
  }

  private fold(found: JournalBlock, records: readonly LogRecord[]): void {
    const { partitions, clusterId, root } = this.context;
    const { newestMs } = this.state;
    const onVersion: FoldContext['onVersion'] = (...given) => {
      for (const visitor of this.visitors) visitor.onVersion?.(...given);
    };
    const folded = foldRecords(this.state, records, { partitions, root, onVersion });
    assertReadable(folded);
    const { digest } = this.origin;
    const newBuild = found.start?.build;
    // Blocks do not have the anchor, which is slow to compute.
    const log = { partitions, clusterId, anchor: '' };
    const before = { head: this.head, block: this.block, digest, newBuild, ...log };
    const made = commitOf(this.state, folded, before).block;
    this.last = records.at(-1);
    this.records += records.length;
    this.awards += folded.awards.filter(isFirstMessage).length;
    for (const visitor of this.visitors) visitor.onFolded?.(folded, newestMs);
    if (made.hash !== found.hash) this.mismatch ??= { made, found };
  }
}

/**
 * Folds a partition along its chain, and yields each block after its fold.
 * @throws the errors of `readAlong` and of the fold.
 */
export async function* foldAlong(
  source: PartitionSource,
  refold: Refold,
  range: ChainRange,
): AsyncGenerator<ChainedBlock> {
  for await (const chained of readAlong(source, range)) {
    refold.add(chained);
    yield chained;
  }
}
