import type { DamagedBlock, Link } from './link.js';

/** A damaged record, and how many records of the partition had come when it came. */
export interface DamagedCandidate {
  readonly damaged: DamagedBlock;
  readonly place: number;
  /** A sentence names it as the block that was altered. */
  isNamed: boolean;
  /** The block that it was a copy of. */
  copyOf?: Link;
}

/** So many damaged records of a partition are remembered. */
const damagedRemembered = 1_000;

/** The damaged records that came by while a partition's chain is walked. */
export class DamagedBlocks {
  private readonly all = new Map<DamagedBlock, DamagedCandidate>();
  /** By the hash at the end of their texts, which one altered byte leaves there. */
  private readonly byHash = new Map<string, DamagedCandidate>();
  /** By the number at the beginning. */
  private readonly byNumber = new Map<number, DamagedCandidate>();

  constructor(private readonly partition: number) {}

  /** @returns the hash that it claims. */
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

  /** The damaged record that was this block. */
  find({ hash, block }: { readonly hash: string; readonly block: number }) {
    const all = [this.byHash.get(hash), this.byNumber.get(block)];
    return all.find((each) => each && !each.isNamed && !each.copyOf);
  }

  /** The block is there, so a damaged record that claims its hash is a copy. */
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
