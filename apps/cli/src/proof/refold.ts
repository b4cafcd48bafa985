import { commitOf, foldRecords, timedRecords } from '#engine';
import type { AwardMessage, CommandKeys } from '#contract';
import { StateDigest, type JournalBlock } from '#ledger';
import { anchorOf, type LogRecord } from '#log';
import { emptyState, type PartitionState } from '#pools';
import type { OffsetRange } from '../connections.js';
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

/** Folds a partition again with the cuts of the journal's blocks, and compares each block. */
export class Refold {
  readonly origin: Origin;
  readonly links: readonly Link[];
  readonly state: PartitionState;
  readonly awards: AwardMessage[] = [];
  records = 0;
  /** Hash of the last record; undefined if an operator's act came after it, which leaves none. */
  anchor: string | null | undefined;
  /** The first block that differs from the one that the fold makes. */
  mismatch: Mismatch | undefined;
  private head: string;
  private block: number;
  private waiting: readonly LogRecord[] = [];
  private next = 0;

  constructor(
    links: readonly Link[],
    origin: Origin,
    private readonly context: { partitions: number; clusterId: string; keys: CommandKeys },
  ) {
    ({ origin: this.origin, links: this.links } = startOf(links, origin));
    ({ state: this.state, head: this.head, block: this.block } = this.origin);
    this.anchor = this.origin === origin ? origin.anchor : undefined;
  }

  /** @param records the next ones of the stretches; none at the end, for acts after the last. */
  add(records: readonly LogRecord[]): void {
    const waiting = this.waiting.concat(records);
    let used = 0;
    for (;;) {
      const link = this.links[this.next];
      if (this.mismatch || !link) break;
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
    if (made.state !== act.state) this.mismatch = { made, found, records: [] };
  }

  private fold(link: Link, records: readonly LogRecord[]): void {
    const { partitions, clusterId, keys } = this.context;
    const { newestMs } = this.state;
    const folded = foldRecords(this.state, records, { partitions, keys });
    const anchor = anchorOf(records.at(-1) as LogRecord);
    const { digest } = this.origin;
    const before = { head: this.head, block: this.block, partitions, clusterId, anchor, digest };
    const made = commitOf(this.state, folded, before).block;
    this.anchor = anchor;
    this.records += records.length;
    this.awards.push(...folded.awards);
    if (made.hash === link.hash) return;
    this.mismatch = { made, found: link, records: timedRecords(records, newestMs) };
  }
}

/** How the block that the log gives differs from the journal's, as a sentence. */
export function describeMismatch(made: JournalBlock, found: JournalBlock): string {
  const where = `partition ${found.partition}, block ${found.block} (offsets ${found.from}-${found.to})`;
  const wrong = made.postings.find(
    (posting, index) => JSON.stringify(posting) !== JSON.stringify(found.postings[index]),
  );
  if (wrong || made.postings.length !== found.postings.length) {
    const journal = found.postings.find(({ jackpot }) => jackpot === wrong?.jackpot);
    return `${where}: the log gives the postings ${JSON.stringify(wrong)}, the journal says ${JSON.stringify(journal ?? null)}`;
  }
  const stepped = [made, found].map(({ steppedOver = [] }) => JSON.stringify(steppedOver));
  if (stepped[0] !== stepped[1]) {
    return `${where}: the log steps over the offsets ${stepped[0]}, the journal over ${stepped[1]}`;
  }
  const [what, ours, theirs] =
    made.state === found.state
      ? ['awards, exceptions or values do', made.digest, found.digest]
      : ['the ledger after them does', made.state, found.state];
  return `${where}: the postings agree, but ${what} not (digest ${ours} by the log, ${theirs} in the journal)`;
}
