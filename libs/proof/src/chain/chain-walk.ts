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
 * So many blocks of a partition are remembered at least while its chain is walked. A block that
 * stands before the one it follows by more of them may not be found (contract 8.4).
 */
export const blocksRemembered = 10_000;
/** So far behind an altered record an intact copy of its block is looked for. */
const copiesWithin = 5_000;
/** So many faults of a partition have a sentence, the oldest; of more there is the number. */
const faultsNamed = 1_000;

/** The block that the walk looks for next. */
interface Target {
  readonly hash: string;
  readonly block: number;
  /** The offset after its range; undefined where no neighbour says so, as before a restore. */
  readonly end: number | undefined;
}

/** A block of the partition that came by. */
interface Seen {
  readonly link: Link;
  /** How many records of the partition had come when it came. */
  readonly place: number;
  isOnChain: boolean;
}

/** Takes the blocks of a chain, the newest first. */
export interface ChainSink {
  /** @param place grows by 1 with each record of the partition, and with each that is no block. */
  onLink(link: Link, place: number): void;
}

/**
 * Follows the chain of one partition from the ledger's head back to `start`. It is given the
 * records of the journal one by one, the newest first, so that it needs no memory of the chain.
 * What it looks for mostly comes next; blocks that come too early, strays and copies are
 * remembered for a while. It goes on before a faulty block where it can tell which that is.
 */
export class ChainWalk {
  /** How many blocks the chain has. */
  onChain = 0;
  /** How many others came by, copies not counted. */
  offChain = 0;
  isDone = false;
  private target: Target;
  private place = 0;
  /** The place of the last block that was found. */
  private foundAt = 0;
  private readonly seen = new NewestEntries<string, Seen>(blocksRemembered);
  private readonly damaged: DamagedBlocks;
  /** The newest first. */
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

  /** The next older record of the partition. */
  add(link: Link): void {
    this.place += 1;
    if (this.wants(link.hash)) this.accept(link, this.place);
    else this.remember(link);
    this.goOn(false);
  }

  /** The next older record, which is no block; it may have been one of any partition. */
  addDamaged(block: DamagedBlock): void {
    this.place += 1;
    const copy = this.seen.get(this.damaged.add(block, this.place) ?? '');
    if (copy) this.damaged.markCopy(copy.link);
    this.goOn(false);
  }

  /** There is no older record. @param where the reading ended early: why, for a sentence. */
  end(where = ''): void {
    this.goOn(true);
    if (this.isDone) return;
    const { hash, block, end } = this.target;
    const range = end === undefined ? '' : `, which ends at offset ${end - 1}`;
    this.fault(`the journal has no block ${block} ${hash}${range}${where}`);
    this.isDone = true;
  }

  /** Sentences, of the oldest block first. */
  get faults(): readonly string[] {
    const left = this.faultsLeftOut;
    const more = left > 0 ? [`${left.toLocaleString('en')} newer blocks are faulty too`] : [];
    return [...this.sentences.toReversed(), ...more];
  }

  /** Why a damaged record is no fault of the chain: it was a copy of this block. */
  copiedBy(block: DamagedBlock): Link | undefined {
    return this.damaged.copiedBy(block);
  }

  /** Whether a sentence names this record as the altered block. */
  hasNamed(block: DamagedBlock): boolean {
    return this.damaged.hasNamed(block);
  }

  private remember(link: Link): void {
    if (this.seen.get(link.hash)) return;
    this.offChain += 1;
    this.seen.set(link.hash, { link, place: this.place, isOnChain: false });
  }

  /** Takes what has come before its turn, and passes a block that was altered. */
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
      this.fault(`the ledger says that its last block is ${block}, and it is ${link.block}`);
      this.target = { ...this.target, block: link.block };
    }
    const misfit = this.whyMisfit(link);
    if (misfit !== undefined) this.fault(misfit);
    this.onChain += 1;
    this.foundAt = place;
    this.sink?.onLink(link, place);
    this.damaged.markCopy(link);
    // Before an act that goes back the ledger stood somewhere else.
    const end = goesBack(link.recovery?.recovery?.act) ? undefined : link.from;
    this.target = { hash: link.previous, block: this.target.block - 1, end };
    this.lookForEnd();
  }

  /** Names the altered block that the target was, and goes on before it where that is known. */
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

  /** The block before a damaged one: the one it names, or else the only one of that number. */
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
    if (block !== target.block) return `block ${block} stands where block ${target.block} belongs`;
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

/** The range that the altered block itself names, for when its neighbours do not tell. */
function rangeInText(text: string): string {
  const [, from, to] = /"from":(-?\d+),"to":(-?\d+)/.exec(text) ?? [];
  return to === undefined ? 'unknown offsets' : `offsets ${from}-${to} by its own content`;
}
