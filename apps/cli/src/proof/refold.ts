import type { Root } from '#contract';
import { commitOf, foldRecords, timedRecords, type FoldContext, type Folded } from '#engine';
import { StateDigest, type JournalBlock } from '#ledger';
import { anchorOf, type LogRecord } from '#log';
import { emptyState, type PartitionState } from '#pools';
import type { OffsetRange } from '../connections.js';
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

/** Where a fold of these blocks begins, and what it folds: only what follows the last rebuild. */
export function startOf(links: readonly Link[], origin: Origin) {
  const last = links.findLastIndex(({ recovery }) => recovery?.recovery?.act === 'rebuild');
  const rebuild = links[last];
  if (!rebuild) return { origin, links };
  const point = { position: 0, head: rebuild.hash, block: rebuild.block };
  return { origin: emptyOrigin(point), links: links.slice(last + 1) };
}

/** The ranges of the log that the blocks were made from; skipped offsets are not in the log. */
export function stretchesOf(links: readonly Link[]): OffsetRange[] {
  const stretches: OffsetRange[] = [];
  for (const { from, to, recovery } of links) {
    if (recovery) continue;
    const last = stretches.at(-1);
    if (last?.to === from) stretches.pop();
    stretches.push({ from: last?.to === from ? last.from : from, to: to + 1 });
  }
  return stretches;
}

interface Mismatch {
  readonly made: JournalBlock;
  readonly found: Link;
  /** What the block was made from, with Kafka times. */
  readonly records: readonly LogRecord[];
}

/** Sees what the fold gives. */
export interface FoldWatcher {
  onFolded?(folded: Folded): void;
  readonly onVersion?: FoldContext['onVersion'];
}

/**
 * Folds a partition again with the cuts of the journal's blocks, and compares each block. It goes
 * on after one that differs, so that the balances can be compared at the ledger's position.
 */
export class Refold {
  readonly origin: Origin;
  readonly links: readonly Link[];
  readonly state: PartitionState;
  /** How many were given. */
  awards = 0;
  records = 0;
  /** Hash of the last record; undefined if an operator's act came after it, which leaves none. */
  anchor: string | null | undefined;
  /** The first block that differs from the one that the fold makes. */
  mismatch: Mismatch | undefined;
  private head: string;
  private block: number;
  private waiting: readonly LogRecord[] = [];
  private next = 0;
  private readonly watchers: FoldWatcher[] = [];

  constructor(
    links: readonly Link[],
    origin: Origin,
    private readonly context: { partitions: number; clusterId: string; root: Root },
  ) {
    ({ origin: this.origin, links: this.links } = startOf(links, origin));
    ({ state: this.state, head: this.head, block: this.block } = this.origin);
    this.anchor = this.origin === origin ? origin.anchor : undefined;
  }

  /** Whether all blocks were folded; else the log ends before. */
  get isWhole(): boolean {
    return this.next === this.links.length;
  }

  watch(watcher: FoldWatcher): void {
    this.watchers.push(watcher);
  }

  /** @param records the next ones of the stretches; none at the end, for acts after the last. */
  add(records: readonly LogRecord[]): void {
    const waiting = this.waiting.concat(records);
    let used = 0;
    for (;;) {
      const link = this.links[this.next];
      if (!link) break;
      if (link.recovery) {
        this.anchor = undefined;
        this.compareState(link, link.recovery);
      } else {
        const length = link.to - link.from + 1;
        if (waiting.length - used < length) break;
        this.fold(link, waiting.slice(used, used + length));
        used += length;
      }
      this.head = link.hash;
      this.block = link.block;
      this.next += 1;
    }
    this.waiting = waiting.slice(used);
  }

  /** An act leaves the ledger as it was; a rebuild is before the first link. */
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
    const anchor = anchorOf(records.at(-1) as LogRecord);
    const { digest } = this.origin;
    const { newBuild } = link;
    const log = { partitions, clusterId, anchor };
    const before = { head: this.head, block: this.block, digest, newBuild, ...log };
    const made = commitOf(this.state, folded, before).block;
    this.anchor = anchor;
    this.records += records.length;
    this.awards += folded.awards.length;
    for (const watcher of this.watchers) watcher.onFolded?.(folded);
    if (made.hash === link.hash) return;
    this.mismatch ??= { made, found: link, records: timedRecords(records, newestMs) };
  }
}
