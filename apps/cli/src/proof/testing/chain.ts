import { blockText, chainBlock, journalGenesis, type JournalBlock, type Recovery } from '#ledger';
import { Journal, type BlockLocation } from '../journal.js';

const postings = [{ jackpot: 'main', pool: '35', reserve: '5', house: '10', players: '-50' }];

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

  /** What the ledger has after the last block. */
  get tip() {
    const { hash: head = journalGenesis, block = 0 } = this.last ?? {};
    return { position: this.position, head, block };
  }

  texts(): string[] {
    return this.blocks.map(blockText);
  }
}

/** A journal topic of one partition that holds these texts. */
export function journalOf(texts: readonly (string | Buffer)[]): Journal {
  const journal = new Journal();
  for (const [offset, text] of texts.entries()) journal.add(Buffer.from(text), locationAt(offset));
  return journal;
}

export function locationAt(offset: number): BlockLocation {
  return { topicPartition: 0, offset };
}
