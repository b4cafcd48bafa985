import { goesBack, journalGenesis } from '#ledger';
import { DamagedBlocks, type DamagedCandidate } from './damaged-blocks.js';
import { describeLocation, type DamagedBlock, type Link } from './link.js';
import { NewestEntries } from '../newest-entries.js';

/** A point on a partition's chain: a block's hash and number, and the offset after its range. */
export interface ChainPoint {
  readonly position: number;
  readonly head: string;
  readonly block: number;
}

export const firstPoint: ChainPoint = { position: 0, head: journalGenesis, block: 0 };

/**
 * Blocks kept at least, per partition, during a chain walk. A block that is earlier on the topic
 * than its predecessor by more blocks than this may not be found (contract 8.4).
 */
export const blocksRemembered = 10_000;
/** Number of older records in which an intact copy of an altered block is looked for. */
const copiesWithin = 5_000;
/** Faults with a sentence per partition, at most: the oldest. The rest are only counted. */
const faultsNamed = 1_000;

/** The block that the walk looks for next. */
interface Target {
  readonly hash: string;
  readonly block: number;
  /** The offset after its range; undefined if no neighbour gives it, as before a restore. */
  readonly end: number | undefined;
}

/** A block of the partition that the walk has met. */
interface Seen {
  readonly link: Link;
  /** Number of records of the partition when it came, itself included. */
  readonly place: number;
  isOnChain: boolean;
}

/** Receives the blocks of a chain, newest first. */
export interface ChainSink {
  /**
   * @param place grows by 1 with each record of the partition, and with each record that is not a
   *   block.
   */
  onLink(link: Link, place: number): void;
}

/**
 * Follows the chain of one partition from the ledger's head back to `start`. Receives the records
 * of the journal one by one, newest first, so it needs no memory of the chain. The block that it
 * looks for usually comes next; it remembers early blocks, strays and copies for a while. It
 * continues before a faulty block if it can identify that block.
 */
export class ChainWalk {
  /** Number of blocks on the chain. */
  onChain = 0;
  /** Number of other blocks, without copies. */
  offChain = 0;
  isDone = false;
  private target: Target;
  private place = 0;
  /** The place of the last block that was found. */
  private foundAt = 0;
  private readonly seen = new NewestEntries<string, Seen>(blocksRemembered);
  private readonly damaged: DamagedBlocks;
  /** Sentences, newest first. */
  private readonly sentences: string[] = [];
  private faultsLeftOut = 0;

  constructor(
    private readonly partition: number,
    tip: ChainPoint,
    private readonly start: ChainPoint = firstPoint,
    private readonly sink?: ChainSink,
  ) {
    this.target = { hash: tip.head, block: tip.block, end: tip.position };
    this.damaged = new DamagedBlocks(partition);
    this.lookForEnd();
  }

  wants(hash: string): boolean {
    return !this.isDone && hash === this.target.hash;
  }

  /** Adds the next older record of the partition. */
  add(link: Link): void {
    this.place += 1;
    if (this.wants(link.hash)) this.accept(link, this.place);
    else this.remember(link);
    this.goOn(false);
  }

  /** Adds the next older record, which is not a block; it may come from any partition. */
  addDamaged(block: DamagedBlock): void {
    this.place += 1;
    const copy = this.seen.get(this.damaged.add(block, this.place) ?? '');
    if (copy) this.damaged.markCopy(copy.link);
    this.goOn(false);
  }

  /**
   * Ends the walk: there is no older record.
   * @param where if reading ended early: the reason, for a sentence.
   */
  end(where = ''): void {
    this.goOn(true);
    if (this.isDone) return;
    const { hash, block, end } = this.target;
    const range = end === undefined ? '' : `, which ends at offset ${end - 1}`;
    this.fault(`the journal has no block ${block} ${hash}${range}${where}`);
    this.isDone = true;
  }

  /** Sentences, oldest block first. */
  get faults(): readonly string[] {
    const left = this.faultsLeftOut;
    const more = left > 0 ? [`${left.toLocaleString('en')} newer blocks are faulty too`] : [];
    return [...this.sentences.toReversed(), ...more];
  }

  /** The block that a damaged record was a copy of: then the record is not a fault of the chain. */
  copiedBy(block: DamagedBlock): Link | undefined {
    return this.damaged.copiedBy(block);
  }

  /** Returns true if a sentence names this record as the altered block. */
  hasNamed(block: DamagedBlock): boolean {
    return this.damaged.hasNamed(block);
  }

  private remember(link: Link): void {
    if (this.seen.get(link.hash)) return;
    this.offChain += 1;
    this.seen.set(link.hash, { link, place: this.place, isOnChain: false });
  }

  /** Takes the blocks that came early, and passes an altered block. */
  private goOn(hasEnded: boolean): void {
    while (!this.isDone) {
      const seen = this.seen.get(this.target.hash);
      if (seen && !seen.isOnChain) {
        this.offChain -= 1;
        this.accept(seen.link, seen.place, seen);
        continue;
      }
      const candidate = this.damaged.find(this.target);
      if (!candidate) return;
      const until = Math.max(candidate.place, this.foundAt) + copiesWithin;
      if (!hasEnded && this.place < until) return;
      this.pass(candidate);
    }
  }

  private accept(link: Link, place: number, seen: Seen = { link, place, isOnChain: true }): void {
    seen.isOnChain = true;
    this.seen.set(link.hash, seen);
    const { block } = this.target;
    if (this.onChain + this.sentences.length === 0 && link.block !== block) {
      this.fault(`the ledger says that its last block is ${block}, but it is ${link.block}`);
      this.target = { ...this.target, block: link.block };
    }
    const misfit = this.whyMisfit(link);
    if (misfit !== undefined) this.fault(misfit);
    this.onChain += 1;
    this.foundAt = place;
    this.sink?.onLink(link, place);
    this.damaged.markCopy(link);
    // Before an act that goes back, the ledger had another end.
    const end = goesBack(link.recovery?.recovery?.act) ? undefined : link.from;
    this.target = { hash: link.previous, block: this.target.block - 1, end };
    this.lookForEnd();
  }

  /** Names the target as an altered block, and continues before it if the block before is known. */
  private pass(candidate: DamagedCandidate): void {
    const before = this.targetBefore(candidate.damaged.text);
    candidate.isNamed = true;
    this.foundAt = candidate.place;
    this.fault(whyAltered(this.target, candidate.damaged, before));
    if (!before) {
      this.isDone = true;
      return;
    }
    this.target = before;
    this.lookForEnd();
  }

  /**
   * The block before a damaged one: the one that it names, or else the only one with that number.
   */
  private targetBefore(text: string): Target | undefined {
    const number = this.target.block - 1;
    if (number === 0) return { hash: journalGenesis, block: 0, end: 0 };
    const named = /"previous":"([0-9a-f]{64})"/.exec(text)?.[1] ?? '';
    const link = this.seen.get(named)?.link ?? this.onlyBlock(number);
    if (link) return { hash: link.hash, block: link.block, end: link.to + 1 };
    return named === '' ? undefined : { hash: named, block: number, end: undefined };
  }

  private onlyBlock(number: number): Link | undefined {
    const links = [...this.seen]
      .map(([, { link }]) => link)
      .filter(({ partition, block }) => partition === this.partition && block === number);
    return links.length === 1 ? links[0] : undefined;
  }

  private lookForEnd(): void {
    const { hash, end } = this.target;
    const { start } = this;
    if (hash === start.head) {
      if (end !== undefined && end !== start.position) {
        this.fault(`the first block begins at offset ${end}, not at ${start.position}`);
      }
      this.isDone = true;
    } else if (hash === journalGenesis) {
      this.fault(`block ${start.block} (${start.head}) is not on the ledger’s chain`);
      this.isDone = true;
    }
  }

  private whyMisfit(link: Link): string | undefined {
    const { block, from, to, recovery } = link;
    const { target } = this;
    if (link.partition !== this.partition)
      return `block ${block} is of partition ${link.partition}`;
    if (block !== target.block) return `block ${block} is in the place of block ${target.block}`;
    if (target.end !== undefined && to !== target.end - 1) {
      return `block ${block} ends at ${to}, not at offset ${target.end - 1}`;
    }
    return to < from && !recovery ? `block ${block} goes from offset ${from} to ${to}` : undefined;
  }

  private fault(sentence: string): void {
    this.sentences.push(sentence);
    if (this.sentences.length <= faultsNamed) return;
    this.sentences.shift();
    this.faultsLeftOut += 1;
  }
}

function whyAltered(
  { block, end }: Target,
  { text, location }: DamagedBlock,
  before: Target | undefined,
): string {
  const from = before?.end;
  const isKnown = from !== undefined && end !== undefined && from < end;
  const range = isKnown ? `offsets ${from}-${end - 1}` : rangeInText(text);
  return `block ${block} (${range}) was altered: ${describeLocation(location)}`;
}

/** The range that the altered block itself names, if its neighbours do not give it. */
function rangeInText(text: string): string {
  const [, from, to] = /"from":(-?\d+),"to":(-?\d+)/.exec(text) ?? [];
  return to === undefined ? 'unknown offsets' : `offsets ${from}-${to} by its own content`;
}
