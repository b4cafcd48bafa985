import { blockText } from '#ledger';
import type { LiveLedger } from '../source/live-ledger.js';
import { ChainWalk } from './chain-walk.js';
import { ChainIndex } from './chain-index.js';
import { walkChains } from './walk-chains.js';
import { KafkaSource } from '../source/kafka-source.js';
import { readAlong } from '../source/partition-source.js';
import { WrittenChain } from '../testing/chain.js';
import { journalLedger, journalOf, recordOf } from '../testing/journal-ledger.js';

const act = { reason: 'log-gap', note: '', signature: 'k:' };

async function indexOf(live: LiveLedger, chain: WrittenChain): Promise<ChainIndex> {
  const index = new ChainIndex(0, chain.tip.head);
  const walk = new ChainWalk(0, chain.tip, undefined, index);
  await walkChains(live, new Map([[0, walk]]));
  walk.end();
  expect(walk.faults).toEqual([]);
  return index;
}

/** The numbers of the blocks that are read along the chain. */
async function readAll(live: LiveLedger, index: ChainIndex): Promise<number[]> {
  const source = new KafkaSource(live, 0, index.oldestFirst, 0);
  const isUndone = () => true;
  const range = {
    partition: 0,
    head: '0'.repeat(64),
    block: 0,
    last: index.end?.block ?? 0,
    isUndone,
  };
  const numbers: number[] = [];
  for await (const { block } of readAlong(source, range)) numbers.push(block.block);
  return numbers;
}

describe('the blocks of a chain', () => {
  const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

  it('lie in one piece where nothing stands between them but blocks of other partitions', async () => {
    const chain = new WrittenChain().commits(...Array<number>(3_000).fill(2));
    const others = new WrittenChain(1).commits(...Array<number>(3_000).fill(1)).texts();
    const texts = chain.texts().flatMap((text, index) => [text, others[index] ?? '']);
    const live = journalOf(texts);
    const index = await indexOf(live, chain);
    expect(index.oldestFirst).toEqual([{ topicPartition: 0, from: 0, to: 5_998 }]);
    expect(index.stretches).toEqual([{ from: 0, to: 6_000 }]);
    expect(await readAll(live, index)).toEqual(numbers(3_000));
  });

  it('lie in more where strays, copies and blocks out of order stand between', async () => {
    const chain = new WrittenChain().commits(3, 1, 5).act(9, 12, { act: 'skip', ...act });
    chain.commits(2, 2, 2, 2);
    const stray = new WrittenChain().commits(3, 2).texts()[1] as string;
    const all = chain.texts();
    const [one, two, three, four, ...rest] = all as string[];
    const own = journalOf([one, two, stray, two, four, three, ...rest] as string[]);
    const index = await indexOf(own, chain);
    expect(index.oldestFirst).toMatchObject([
      { from: 0, to: 0 },
      { from: 3, to: 3 },
      { from: 5, to: 5 },
      { from: 4, to: 4 },
      { from: 6, to: 9 },
    ]);
    expect(index.stretches).toEqual([
      { from: 0, to: 9 },
      { from: 13, to: 21 },
    ]);
    expect(index.acts).toMatchObject([{ block: 4 }]);
    expect(await readAll(own, index)).toEqual(numbers(8));
  });

  it('are walked in little memory also where somebody has written large records between them', async () => {
    const chain = new WrittenChain().commits(...Array<number>(4_000).fill(1));
    const texts = chain.texts();
    // Pieces that are read but not yet processed are in memory together.
    let [bytes, mostBytes] = [0, 0];
    const done = (): void => {
      mostBytes = Math.max(mostBytes, bytes);
      bytes = 0;
    };
    const large = Buffer.alloc(1_000_000, 'x');
    const journal = journalLedger(4_200, (offset) => {
      const isLarge = offset >= 2_000 && offset < 2_200;
      const text = texts[offset < 2_000 ? offset : offset - 200] as string;
      const value = isLarge ? large : Buffer.from(text);
      bytes += value.length;
      return recordOf(offset, value);
    });
    const progress = () => ({ add: done, end: done });
    const index = await indexOf({ ...journal, progress } as unknown as LiveLedger, chain);
    expect(index.stretches).toEqual([{ from: 0, to: 4_000 }]);
    expect(index.oldestFirst).toHaveLength(2);
    // All the records together have 200 MB. A piece that is too large is discarded and read again,
    // shorter.
    expect(mostBytes).toBeGreaterThan(1_000_000);
    expect(mostBytes).toBeLessThan(100_000_000);
  });

  it('are not read on where the topic is another one by then', async () => {
    const chain = new WrittenChain().commits(3, 1, 5);
    const index = await indexOf(journalOf(chain.texts()), chain);
    const other = new WrittenChain().commits(3, 2, 5);
    const texts = chain.texts().map((text, index) => {
      return index === 1 ? blockText(other.blocks[1] as (typeof other.blocks)[0]) : text;
    });
    await expect(readAll(journalOf(texts), index)).rejects.toThrow(
      'The journal’s topic has changed while it was read: block 3 of partition 0',
    );
  });
});
