import { blockText, chainBlock, type JournalBlock } from '#ledger';
import { journalOf, WrittenChain } from './testing/chain.js';
import { chainOf } from './chain.js';

describe('the journal’s chain', () => {
  const hashes = ({ blocks }: WrittenChain) => blocks.map(({ hash }) => hash);
  const walk = (chain: WrittenChain, texts = chain.texts()) => {
    const { links, faults } = chainOf(0, chain.tip, journalOf(texts));
    return {
      hashes: links.map(({ hash }) => hash),
      faults: faults.map(({ sentence }) => sentence),
    };
  };

  it('runs from the ledger’s head back to the first record', () => {
    const chain = new WrittenChain().commits(3, 1, 5);
    expect(walk(chain)).toEqual({ hashes: hashes(chain), faults: [] });
  });

  it('ignores the lost blocks of a Redis that went back in time, and copies', () => {
    const forgotten = new WrittenChain().commits(3, 2, 4);
    const kept = new WrittenChain().commits(3, 6);
    const texts = [...forgotten.texts(), ...kept.texts(), ...kept.texts()];
    expect(walk(kept, texts)).toEqual({ hashes: hashes(kept), faults: [] });
  });

  it('runs back to a checkpoint, which must be on it', () => {
    const chain = new WrittenChain().commits(3, 1, 5);
    const [, middle] = chain.blocks as [JournalBlock, JournalBlock];
    const start = { position: 4, head: middle.hash, block: 2 };
    const journal = journalOf(chain.texts());
    expect(chainOf(0, chain.tip, journal, start)).toMatchObject({
      links: [{ block: 3 }],
      faults: [],
    });
    const other = { ...start, head: 'f'.repeat(64) };
    expect(chainOf(0, chain.tip, journal, other).faults).toMatchObject([
      { sentence: `block 2 (${'f'.repeat(64)}) is not on the ledger’s chain` },
    ]);
    expect(chainOf(0, chain.tip, journal, { ...start, position: 3 }).faults).toMatchObject([
      { sentence: 'the first block begins at offset 4, not at 3' },
    ]);
  });

  it.each([
    ['a posting', (text: string) => text.replace('"pool":"35"', '"pool":"36"')],
    ['its range', (text: string) => text.replace('"from":3', '"from":2')],
    ['its number', (text: string) => text.replace('"block":2', '"block":9')],
    ['its hash', (text: string) => text.replace(/"hash":"...../, '"hash":"00000')],
    [
      'the hash it follows',
      (text: string) => text.replace(/"previous":"...../, '"previous":"00000'),
    ],
    ['its white space', (text: string) => text.replace(',', ', ')],
    ['its list of members', (text: string) => text.replace('}', ',"x":1}')],
  ])('names the block of which %s was altered', (_what, alter) => {
    const chain = new WrittenChain().commits(3, 1, 5);
    const texts = chain.texts().map((text, index) => (index === 1 ? alter(text) : text));
    expect(texts[1]).not.toBe(chain.texts()[1]);
    const [first, , last] = hashes(chain);
    expect(walk(chain, texts)).toEqual({
      hashes: [first, last],
      faults: ['block 2 (offsets 3-3) was altered: record 1 of partition 0 of the journal’s topic'],
    });
  });

  it('names every altered block, the oldest first', () => {
    const chain = new WrittenChain().commits(3, 1, 5, 2);
    const texts = chain
      .texts()
      .map((text, index) => (index > 0 ? text.replace('"35"', '"36"') : text));
    expect(walk(chain, texts).faults.map((fault) => fault.split(' was')[0])).toEqual([
      'block 2 (offsets 3-3 by its own content)',
      'block 3 (offsets 4-8 by its own content)',
      'block 4 (offsets 9-10 by its own content)',
    ]);
  });

  it('names the block that is missing', () => {
    const chain = new WrittenChain().commits(3, 1, 5);
    const [first, , last] = chain.texts() as [string, string, string];
    expect(walk(chain, [first, last]).faults).toEqual([
      `the journal has no block 2 ${chain.blocks[1]?.hash}, which ends at offset 3`,
    ]);
  });

  it('names a forged block whose number, range or partition does not fit', () => {
    const wrong = [{ block: 7 }, { to: 5 }, { partition: 1 }].map((change) => {
      const chain = new WrittenChain().commits(3);
      const honest = chain.commits(1).last as JournalBlock;
      const forged = chainBlock({ ...honest, ...change });
      const tip = { position: 4, head: forged.hash, block: forged.block };
      const journal = journalOf([chain.texts()[0] as string, blockText(forged)]);
      return chainOf(0, tip, journal).faults.at(-1)?.sentence;
    });
    expect(wrong).toEqual([
      'block 1 stands where block 6 belongs',
      'block 2 ends at 5, not at offset 3',
      'block 2 is of partition 1',
    ]);
  });

  it('says if the ledger has another number for its last block', () => {
    const chain = new WrittenChain().commits(3, 1);
    const { faults } = chainOf(0, { ...chain.tip, block: 5 }, journalOf(chain.texts()));
    expect(faults).toMatchObject([
      { sentence: 'the ledger says that its last block is 5, and it is 2' },
    ]);
  });

  it('passes the acts of operators, also a rebuild, after which offsets start again', () => {
    const act = { reason: 'log-trimmed', note: '', signature: 'k:' };
    const chain = new WrittenChain()
      .commits(3)
      .act(3, 9, { act: 'skip', ...act })
      .commits(2)
      .act(12, 11, { act: 'accept-log', ...act })
      .act(0, -1, { act: 'rebuild', ...act })
      .commits(4);
    expect(walk(chain)).toEqual({ hashes: hashes(chain), faults: [] });
    const texts = chain
      .texts()
      .map((text, index) => (index === 0 ? text.replace('35', '36') : text));
    expect(walk(chain, texts).faults).toEqual([expect.stringMatching(/^block 1 \(offsets 0-2\)/)]);
  });
});
