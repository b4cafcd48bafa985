import { chainBlock, journalGenesis, type JournalBlock, type LedgerSnapshot } from '#ledger';
import { chainOf } from './journal.js';

describe('the journal’s chain', () => {
  const postings = [{ jackpot: 'main', pool: '35', reserve: '5', house: '10', players: '-50' }];

  function chain(...lengths: number[]): JournalBlock[] {
    const blocks: JournalBlock[] = [];
    let from = 0;
    for (const length of lengths) {
      const previous = blocks.at(-1)?.hash ?? journalGenesis;
      const to = from + length - 1;
      const at = '2026-11-21T04:00:00.000Z';
      blocks.push(
        chainBlock({
          partition: 0,
          block: blocks.length + 1,
          from,
          to,
          at,
          postings,
          digest: '',
          previous,
        }),
      );
      from = to + 1;
    }
    return blocks;
  }

  const snapshotAt = (block: JournalBlock): LedgerSnapshot =>
    ({ position: block.to + 1, head: block.hash }) as LedgerSnapshot;
  const byHash = (blocks: readonly JournalBlock[]) =>
    new Map(blocks.map((block) => [block.hash, block]));

  it('runs from the ledger’s head back to the first record', () => {
    const blocks = chain(3, 1, 5);
    expect(chainOf(0, snapshotAt(blocks[2] as JournalBlock), byHash(blocks))).toEqual({ blocks });
  });

  it('passes by the blocks of a Redis that went back in time', () => {
    const forgotten = chain(3, 2, 4);
    const kept = chain(3, 6);
    const all = byHash([...forgotten, ...kept]);
    expect(chainOf(0, snapshotAt(kept[1] as JournalBlock), all)).toEqual({ blocks: kept });
  });

  it.each([
    ['a posting', { postings: [{ ...postings[0], pool: '36' } as (typeof postings)[0]] }],
    ['its range', { from: 2 }],
    ['its digest', { digest: 'x' }],
    ['its time', { at: '2027-01-01T00:00:00.000Z' }],
  ])('names the block of which %s was altered', (_what, change) => {
    const blocks = chain(3, 1, 5);
    const altered = blocks.map((block, index) => (index === 1 ? { ...block, ...change } : block));
    expect(chainOf(0, snapshotAt(blocks[2] as JournalBlock), byHash(altered))).toEqual({
      fault: expect.stringMatching(/^block 2 .* was altered$/),
    });
  });

  it('names the block that is missing', () => {
    const blocks = chain(3, 1, 5);
    const [, missing] = blocks as [JournalBlock, JournalBlock];
    const rest = blocks.filter((block) => block !== missing);
    expect(chainOf(0, snapshotAt(blocks[2] as JournalBlock), byHash(rest))).toEqual({
      fault: `the journal has no block ${missing.hash}, which ends at offset 3`,
    });
  });
});
