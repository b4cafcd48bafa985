import type { DamagedBlock, Link } from './link.js';

/** A damaged record, and the number of records of the partition when it came, itself included. */
export interface DamagedCandidate {
  readonly damaged: DamagedBlock;
  readonly place: number;
  /** True if a sentence names it as the altered block. */
  isNamed: boolean;
  /** The block that it was a copy of. */
  copyOf?: Link;
}

/** Damaged records kept per partition. */
const damagedRemembered = 1_000;

/** The damaged records that were met during a walk of a partition's chain. */
export class DamagedBlocks {
  private readonly all = new Map<DamagedBlock, DamagedCandidate>();
  /** Index by the hash at the end of the text, which one altered byte elsewhere leaves intact. */
  private readonly byHash = new Map<string, DamagedCandidate>();
  /** Index by the number at the beginning of the text. */
  private readonly byNumber = new Map<number, DamagedCandidate>();

  constructor(private readonly partition: number) {}

  /** @returns the hash that the record claims. */
  add(damaged: DamagedBlock, place: number): string | undefined {
    const candidate: DamagedCandidate = { damaged, place, isNamed: false };
    const { text } = damaged;
    const [, hash] = /"hash":"([0-9a-f]{64})"\}$/.exec(text) ?? [];
    const [, partition, number] = /^\{"partition":(\d+),"block":(\d+),/.exec(text) ?? [];
    this.all.set(damaged, candidate);
    if (hash !== undefined) this.byHash.set(hash, candidate);
    if (Number(partition) === this.partition) this.byNumber.set(Number(number), candidate);
    for (const map of [this.all, this.byHash, this.byNumber] as Map<unknown, unknown>[]) {
      if (map.size > damagedRemembered) map.delete(map.keys().next().value);
    }
    return hash;
  }

  /** Finds the damaged record that was this block. */
  find({ hash, block }: { readonly hash: string; readonly block: number }) {
    const all = [this.byHash.get(hash), this.byNumber.get(block)];
    return all.find((each) => each && !each.isNamed && !each.copyOf);
  }

  /** Marks a damaged record that claims this block's hash as a copy: the block itself is intact. */
  markCopy(link: Link): void {
    const candidate = this.byHash.get(link.hash);
    if (candidate && !candidate.isNamed) candidate.copyOf = link;
  }

  copiedBy(damaged: DamagedBlock): Link | undefined {
    return this.all.get(damaged)?.copyOf;
  }

  hasNamed(damaged: DamagedBlock): boolean {
    return this.all.get(damaged)?.isNamed ?? false;
  }
}
