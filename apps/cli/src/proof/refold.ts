import type { Root } from '#contract';
import {
  commitOf,
  foldRecords,
  isFirstMessage,
  timedRecords,
  type FoldContext,
  type Folded,
} from '#engine';
import { StateDigest, type JournalBlock } from '#ledger';
import { anchorOf, type LogRecord } from '#log';
import { emptyState, type PartitionState } from '#pools';
import { assertReadable } from '../edition.js';
import { firstPoint, type ChainPoint } from './chain.js';
import type { Link } from './journal.js';

/** What a fold begins with: nothing, or the content of a checkpoint. */
export interface Origin extends ChainPoint {
  readonly state: PartitionState;
  readonly anchor: string | null;
  readonly digest: StateDigest;
  /** SHA-256 of each award that the ledger kept, by jackpot, the oldest first. */
  readonly awards: Readonly<Record<string, readonly string[]>>;
}

export function emptyOrigin(point: ChainPoint = firstPoint): Origin {
  return { ...point, state: emptyState(), digest: new StateDigest(), anchor: null, awards: {} };
}

interface Mismatch {
  readonly made: JournalBlock;
  readonly found: Link;
  /** What the block was made from, with Kafka times. */
  readonly records: readonly LogRecord[];
}

/** Sees what the fold gives. */
export interface FoldWatcher {
  /** @param beganMs newest Kafka time before the records, ms */
  onFolded?(folded: Folded, beganMs: number): void;
  readonly onVersion?: FoldContext['onVersion'];
}

/**
 * Folds a partition again with the cuts of the journal's blocks, and compares each block. It goes
 * on after one that differs, so that the balances can be compared at the ledger's position.
 */
export class Refold {
  readonly state: PartitionState;
  /** How many were given. */
  awards = 0;
  records = 0;
  /** The first block that differs from the one that the fold makes. */
  mismatch: Mismatch | undefined;
  /** Hash of the last block. */
  head: string;
  private block: number;
  /** The last record, or the hash of the one that a checkpoint ends with. */
  private last: LogRecord | string | null | undefined;
  private readonly watchers: FoldWatcher[] = [];

  /** @param rebuild the last block that emptied the ledger: the fold begins after it. */
  constructor(
    readonly origin: Origin,
    private readonly context: { partitions: number; clusterId: string; root: Root },
    rebuild?: ChainPoint,
  ) {
    if (rebuild) this.origin = emptyOrigin(rebuild);
    ({ state: this.state, head: this.head, block: this.block } = this.origin);
    this.last = rebuild ? undefined : origin.anchor;
  }

  /** Hash of the last record; undefined if an operator's act came after it, which leaves none. */
  get anchor(): string | null | undefined {
    const { last } = this;
    return typeof last === 'object' && last !== null ? anchorOf(last) : last;
  }

  watch(watcher: FoldWatcher): void {
    this.watchers.push(watcher);
  }

  /** The next block of the chain. @param records of its range; none for an act. */
  add(link: Link, records: readonly LogRecord[]): void {
    if (link.recovery) {
      this.last = undefined;
      this.compareState(link, link.recovery);
    } else {
      this.fold(link, records);
    }
    this.pass(link);
  }

  /** A block that is on the chain, and has no part in the ledger any more. */
  pass(link: Link): void {
    this.head = link.hash;
    this.block = link.block;
  }

  /**
   * The ledger after an act is what was folded: a rebuild is before the first link, and what a
   * restored ledger had lost was not folded.
   */
  private compareState(found: Link, act: JournalBlock): void {
    const made = { ...act, state: this.origin.digest.root() };
    if (made.state !== act.state) this.mismatch ??= { made, found, records: [] };
  }

  private fold(link: Link, records: readonly LogRecord[]): void {
    const { partitions, clusterId, root } = this.context;
    const { newestMs } = this.state;
    const onVersion: FoldContext['onVersion'] = (...given) => {
      for (const watcher of this.watchers) watcher.onVersion?.(...given);
    };
    const folded = foldRecords(this.state, records, { partitions, root, onVersion });
    assertReadable(folded);
    const { digest } = this.origin;
    const { newBuild } = link;
    // No block has the anchor, which takes time to make.
    const log = { partitions, clusterId, anchor: '' };
    const before = { head: this.head, block: this.block, digest, newBuild, ...log };
    const made = commitOf(this.state, folded, before).block;
    this.last = records.at(-1);
    this.records += records.length;
    this.awards += folded.awards.filter(isFirstMessage).length;
    for (const watcher of this.watchers) watcher.onFolded?.(folded, newestMs);
    if (made.hash === link.hash) return;
    this.mismatch ??= { made, found: link, records: timedRecords(records, newestMs) };
  }
}
