import { blockText, chainBlock, type JournalBlock } from '#ledger';
import { blocksRemembered } from './chain-walk.js';
import { walkOf, WrittenChain } from '../testing/chain.js';

describe('the journal’s chain', () => {
  const hashes = ({ blocks }: WrittenChain) => blocks.map(({ hash }) => hash);
  const walk = (chain: WrittenChain, texts = chain.texts()) => {
    const { links, faults } = walkOf(0, chain.tip, texts);
    return { hashes: links.map(({ hash }) => hash), faults };
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
    expect(walkOf(0, chain.tip, chain.texts(), start)).toMatchObject({
      links: [{ block: 3 }],
      faults: [],
    });
    const other = { ...start, head: 'f'.repeat(64) };
    expect(walkOf(0, chain.tip, chain.texts(), other).faults).toEqual([
      `block 2 (${'f'.repeat(64)}) is not on the ledger’s chain`,
    ]);
    const misfit = { ...start, position: 3 };
    expect(walkOf(0, chain.tip, chain.texts(), misfit).faults).toEqual([
      'the first block begins at offset 4, not at 3',
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
      return walkOf(0, tip, [chain.texts()[0] as string, blockText(forged)]).faults.at(-1);
    });
    expect(wrong).toEqual([
      'block 1 is in the place of block 6',
      'block 2 ends at 5, not at offset 3',
      'block 2 is of partition 1',
    ]);
  });

  it('says if the ledger has another number for its last block', () => {
    const chain = new WrittenChain().commits(3, 1);
    const { faults } = walkOf(0, { ...chain.tip, block: 5 }, chain.texts());
    expect(faults).toEqual(['the ledger says that its last block is 5, but it is 2']);
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

  /** Blocks of a Redis that went back in time, between the blocks of the chain. */
  const strays = (count: number): string[] => {
    const forgotten = new WrittenChain(0).commits(2);
    for (let block = 1; block < count; block += 1) forgotten.commits(1);
    return forgotten.texts();
  };

  it('finds a block that was written before the one it follows, as an act before unsent blocks', () => {
    const chain = new WrittenChain().commits(3, 1, 5);
    const [first, middle, last] = chain.texts() as [string, string, string];
    expect(walk(chain, [first, last, middle])).toEqual({ hashes: hashes(chain), faults: [] });
  });

  it('passes any number of strays, and finds a block that comes too early among so many others', () => {
    const chain = new WrittenChain().commits(3, 1, 5);
    const [first, middle, last] = chain.texts() as [string, string, string];
    const many = strays(3 * blocksRemembered);
    expect(walk(chain, [first, middle, ...many, last]).faults).toEqual([]);
    const few = many.slice(0, blocksRemembered - 2);
    expect(walk(chain, [first, last, ...few, middle]).faults).toEqual([]);
  });

  it('names a block that comes too early by more than it remembers', () => {
    const chain = new WrittenChain().commits(3, 1, 5);
    const [first, middle, last] = chain.texts() as [string, string, string];
    // Backwards, the middle block comes before the last block names it, and is forgotten by then.
    const texts = [first, last, ...strays(2 * blocksRemembered), middle];
    expect(walk(chain, texts).faults).toEqual([
      `the journal has no block 2 ${chain.blocks[1]?.hash}, which ends at offset 3`,
    ]);
  });

  it('takes an intact copy of a block whose later copy was altered', () => {
    const chain = new WrittenChain().commits(3, 1, 5);
    const [first, middle, last] = chain.texts() as [string, string, string];
    const altered = middle.replace('"35"', '"36"');
    const texts = [first, middle, ...strays(100), altered, last];
    expect(walk(chain, texts)).toEqual({ hashes: hashes(chain), faults: [] });
  });
});
