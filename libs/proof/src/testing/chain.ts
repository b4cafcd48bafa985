import { blockText, chainBlock, journalGenesis, type JournalBlock, type Recovery } from '#ledger';
import { ChainWalk, type ChainPoint } from '../chain/chain-walk.js';
import { readLink, type BlockLocation, type Link } from '../chain/link.js';

const postings = [
  { jackpot: 'main', pool: '35', reserve: '5', house: '10', players: '-50', held: '0' },
];

/** Writes a partition's journal: commits of some numbers of records, and acts of operators. */
export class WrittenChain {
  readonly blocks: JournalBlock[] = [];

  constructor(private readonly partition = 0) {}

  commits(...lengths: number[]): this {
    for (const length of lengths) {
      const from = this.position;
      this.write({ from, to: from + length - 1, postings });
    }
    return this;
  }

  act(from: number, to: number, recovery: Recovery): this {
    return this.write({ from, to, postings: [], recovery });
  }

  write(content: Pick<JournalBlock, 'from' | 'to' | 'postings' | 'recovery'>): this {
    const { partition } = this;
    const { hash: previous, block } = this.last ?? { hash: journalGenesis, block: 0 };
    const at = '2026-11-21T04:00:00.000Z';
    const digests = { digest: 'd'.repeat(64), state: 'e'.repeat(64) };
    const number = block + 1;
    this.blocks.push(
      chainBlock({ partition, block: number, at, ...digests, previous, ...content }),
    );
    return this;
  }

  get last(): JournalBlock | undefined {
    return this.blocks.at(-1);
  }

  get position(): number {
    return (this.last?.to ?? -1) + 1;
  }

  /** The ledger's state after the last block. */
  get tip() {
    const { hash: head = journalGenesis, block = 0 } = this.last ?? {};
    return { position: this.position, head, block };
  }

  texts(): string[] {
    return this.blocks.map(blockText);
  }
}

/** Walks the chain of a partition in a journal that holds these texts, oldest first. */
export function walkOf(
  partition: number,
  tip: ChainPoint,
  texts: readonly (string | Buffer)[],
  start?: ChainPoint,
): { links: readonly Link[]; faults: readonly string[]; walk: ChainWalk } {
  const links: Link[] = [];
  const walk = new ChainWalk(partition, tip, start, { onLink: (link) => void links.unshift(link) });
  for (const [offset, text] of [...texts.entries()].reverse()) {
    const link = readLink(Buffer.from(text), locationAt(offset));
    if ('text' in link) walk.addDamaged(link);
    else walk.add(link);
  }
  walk.end();
  return { links, faults: walk.faults, walk };
}

export function locationAt(offset: number): BlockLocation {
  return { topicPartition: 0, offset };
}
