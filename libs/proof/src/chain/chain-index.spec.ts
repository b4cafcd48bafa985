import { journalGenesis } from '#ledger';
import type { ChainPoint } from './chain-walk.js';
import { ChainIndex } from './chain-index.js';
import { readLink, type Link } from './link.js';
import { locationAt, WrittenChain } from '../testing/chain.js';

const said = { reason: 'ledger-lost', note: 'a test', signature: 'ops-1:AAAA' };

/** The index of a whole chain whose blocks are at offset 10 and later. */
function indexOf(chain: WrittenChain, until: ChainPoint = chain.tip): ChainIndex {
  const index = new ChainIndex(0, until.head);
  const links = chain.texts().map((text, at) => readLink(Buffer.from(text), locationAt(10 + at)));
  for (const [place, link] of [...links.entries()].reverse()) {
    index.onLink(link as Link, links.length - place);
  }
  return index;
}

describe('the index of a chain', () => {
  it('ends with the block of its checkpoint, and leaves out what came after it', () => {
    const chain = new WrittenChain().commits(2, 3);
    const { tip } = chain;
    const index = indexOf(chain.commits(4), tip);
    expect(index.end?.hash).toBe(tip.head);
    expect(index.oldestFirst).toEqual([{ topicPartition: 0, from: 10, to: 11 }]);
    expect(index.stretches[0]?.from).toBe(0);
    expect(indexOf(chain, { position: 0, head: journalGenesis, block: 0 }).end).toBeUndefined();
  });

  it('names the blocks that a rebuild has undone, acts too', () => {
    const chain = new WrittenChain()
      .commits(2)
      .act(2, 1, { act: 'accept-log', ...said })
      .commits(3);
    chain.act(0, -1, { act: 'rebuild', ...said }).commits(5);
    expect(indexOf(chain).undone).toEqual([[1, 3]]);
  });

  it('names the blocks from the offset to which a restore went back, and keeps those before', () => {
    const restore = { act: 'restore', ...said } as const;
    const chain = new WrittenChain().commits(2, 3, 4).act(5, 4, restore).commits(4, 6);
    const index = indexOf(chain);
    expect(index.undone).toEqual([[3, 3]]);
    expect(index.stretches[0]?.from).toBe(0);
    chain.act(9, 8, restore).commits(6).act(9, 8, restore);
    expect(indexOf(chain).undone).toEqual([
      [3, 3],
      [6, 8],
    ]);
  });

  it('of several acts counts the one that goes furthest back', () => {
    const restore = { act: 'restore', ...said } as const;
    const chain = new WrittenChain().commits(2, 3, 4).act(5, 4, restore).commits(4);
    chain.act(2, 1, restore).commits(9);
    expect(indexOf(chain).undone).toEqual([[2, 5]]);
  });

  it('begins empty after the newest act that emptied the ledger and counts', () => {
    const restore = { act: 'restore', ...said } as const;
    const chain = new WrittenChain().commits(5, 2).act(5, 4, restore);
    expect(indexOf(chain).restart).toBeUndefined();
    chain
      .act(0, -1, { act: 'rebuild', ...said })
      .commits(4, 5)
      .act(4, 3, restore);
    expect(indexOf(chain).restart).toEqual({ act: 'rebuild', from: 0, block: 4 });
    chain.act(0, -1, restore);
    expect(indexOf(chain).restart).toEqual({ act: 'restore', from: 0, block: 8 });
  });
});
