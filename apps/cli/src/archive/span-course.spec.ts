import { journalGenesis } from '#ledger';
import type { ChainPoint } from '../proof/chain.js';
import { readLink, type Link } from '../proof/journal.js';
import { locationAt, WrittenChain } from '../proof/testing/chain.js';
import { SpanCourse } from './span-course.js';

const said = { reason: 'ledger-lost', note: 'a test', signature: 'ops-1:AAAA' };

/** The course of a whole chain whose blocks stand at the offsets from 10 on. */
function courseOf(chain: WrittenChain, until: ChainPoint = chain.tip): SpanCourse {
  const course = new SpanCourse(0, until);
  const links = chain.texts().map((text, at) => readLink(Buffer.from(text), locationAt(10 + at)));
  for (const [place, link] of [...links.entries()].reverse()) {
    course.onLink(link as Link, links.length - place);
  }
  return course;
}

describe('the course of a span', () => {
  it('ends with the block of its checkpoint, and leaves out what came after it', () => {
    const chain = new WrittenChain().commits(2, 3);
    const { tip } = chain;
    const course = courseOf(chain.commits(4), tip);
    expect(course.end?.hash).toBe(tip.head);
    expect(course.oldestFirst).toEqual([
      { topicPartition: 0, from: 10, to: 11, firstEvent: 0, lastEvent: 4 },
    ]);
    expect(course.firstOffset).toBe(0);
    expect(courseOf(chain, { position: 0, head: journalGenesis, block: 0 }).end).toBeUndefined();
  });

  it('names the blocks that a rebuild has undone, acts too', () => {
    const chain = new WrittenChain()
      .commits(2)
      .act(2, 1, { act: 'accept-log', ...said })
      .commits(3);
    chain.act(0, -1, { act: 'rebuild', ...said }).commits(5);
    expect(courseOf(chain).undone).toEqual([[1, 3]]);
  });

  it('names the blocks from the offset to which a restore went back, and keeps those before', () => {
    const restore = { act: 'restore', ...said } as const;
    const chain = new WrittenChain().commits(2, 3, 4).act(5, 4, restore).commits(4, 6);
    const course = courseOf(chain);
    expect(course.undone).toEqual([[3, 3]]);
    expect(course.firstOffset).toBe(0);
    chain.act(9, 8, restore).commits(6).act(9, 8, restore);
    expect(courseOf(chain).undone).toEqual([[3, 3], [6, 8]]); // prettier-ignore
  });

  it('of several acts counts the one that goes furthest back', () => {
    const restore = { act: 'restore', ...said } as const;
    const chain = new WrittenChain().commits(2, 3, 4).act(5, 4, restore).commits(4);
    chain.act(2, 1, restore).commits(9);
    expect(courseOf(chain).undone).toEqual([[2, 5]]);
  });

  it('says which act after its end has gone back behind that', () => {
    const restore = { act: 'restore', ...said } as const;
    const chain = new WrittenChain().commits(2, 3, 4);
    const { tip } = chain;
    expect(courseOf(chain.act(9, 8, restore).commits(5), tip).endUndoneBy).toBeUndefined();
    chain.act(4, 3, restore).commits(9);
    expect(courseOf(chain, tip).endUndoneBy).toEqual({ act: 'restore', from: 4, block: 6 });
    expect(courseOf(chain).endUndoneBy).toBeUndefined();
  });

  it('says which restore has gone back behind its beginning, and none after a rebuild that counts', () => {
    const restore = { act: 'restore', ...said } as const;
    const begin = { position: 5, head: journalGenesis, block: 9 };
    const chain = new WrittenChain().commits(7).act(5, 4, restore);
    expect(courseOf(chain).beginUndoneBy(begin)).toBeUndefined();
    chain.act(4, 3, restore).commits(9);
    expect(courseOf(chain).beginUndoneBy(begin)).toEqual({ act: 'restore', from: 4, block: 3 });
    chain.act(0, -1, { act: 'rebuild', ...said }).commits(9);
    expect(courseOf(chain).beginUndoneBy(begin)).toBeUndefined();
    expect(courseOf(chain.act(4, 3, restore)).beginUndoneBy(begin)).toBeUndefined();
  });
});
