import type { SentBlock } from '#ledger';
import { firstPoint } from './chain-walk.js';
import { emptyOrigin } from '../fold/origin.js';
import { WrittenChain } from '../testing/chain.js';
import { journalLedger, recordOf } from '../testing/journal-ledger.js';
import { readChains } from './read-chains.js';

const long = new WrittenChain().commits(...Array<number>(40_000).fill(1));
const texts = long.texts();

/** The journal of 40,000 blocks, and how many of its records were read. */
function journal() {
  let reads = 0;
  const live = journalLedger(texts.length, (offset) => {
    reads += 1;
    return recordOf(offset, Buffer.from(texts[offset] as string));
  });
  return { live, reads: () => reads };
}

/** A chain that continues from a checkpoint at a block, which says that it was sent to a record. */
function wantedFrom(block: number, sent: SentBlock) {
  const { hash: head, to } = long.blocks[block - 1] as (typeof long.blocks)[0];
  const point = { position: to + 1, head, block };
  return { partition: 0, tip: long.tip, origin: emptyOrigin(point), kept: { sent, head, block } };
}

const place = (block: number): SentBlock => ({ block, partition: 0, offset: block - 1 });

describe('a chain that goes on from a checkpoint', () => {
  it('is read as far as the checkpoint, and no further', async () => {
    const { live, reads } = journal();
    const [chain] = await readChains(live, [wantedFrom(39_900, place(39_900))]);
    const stretches = [{ from: 39_900, to: 40_000 }];
    expect(chain).toMatchObject({ blocks: 100, index: { stretches } });
    expect(reads()).toBeLessThan(4_000);
  });

  it('that it has not is not looked for in the whole journal', async () => {
    const { live, reads } = journal();
    const wanted = wantedFrom(39_900, place(39_900));
    const other = { ...wanted, origin: { ...wanted.origin, head: 'f'.repeat(64) } };
    await expect(readChains(live, [other])).rejects.toThrow(
      /^Journal of partition 0: the journal has no block \d+ [0-9a-f]{64}, which ends at offset \d+ after the place that the checkpoint names\.$/,
    );
    expect(reads()).toBeLessThan(16_000);
  });

  it.each([
    ['another block', { block: 39_900, partition: 0, offset: 39_888 }],
    ['no record', { block: 39_900, partition: 0, offset: 40_000 }],
  ])('is looked for from the end where its place on the topic has %s', async (_what, sent) => {
    const { live } = journal();
    const [chain] = await readChains(live, [wantedFrom(39_900, sent)]);
    expect(chain).toMatchObject({ blocks: 100 });
  });
});

test('without a checkpoint a chain is read to its first block', async () => {
  const { live } = journal();
  const wanted = { partition: 0, tip: long.tip, origin: emptyOrigin(firstPoint), kept: undefined };
  const [chain] = await readChains(live, [wanted]);
  expect(chain).toMatchObject({ blocks: 40_000, index: { acts: [], restart: undefined } });
});
