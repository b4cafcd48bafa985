import { WrittenLog } from '#testing/written-log';
import type { CheckpointPartition } from '../checkpoint-file.js';
import { emptyOrigin } from '../fold/origin.js';
import { WrittenChain } from '../testing/chain.js';
import { SpanFold } from './span-fold.js';

it('a span goes on where the fold is: an act that goes back further belongs in an archive of its own', async () => {
  const said = { reason: 'ledger-lost', note: 'a test', signature: 'ops-1:AAAA' };
  const texts = new WrittenChain().act(5, 4, { act: 'restore', ...said }).texts();
  const notTheBlock = (): Error => new Error('a block is missing');
  const source = { blocks: () => blocksOf(texts), take: () => [], notTheBlock };
  const fold = new SpanFold(0, emptyOrigin(), WrittenLog.context);
  const end = {} as CheckpointPartition;
  await expect(fold.run({ source, undone: [], end })).rejects.toThrow(
    'Partition 0: block 1 begins at offset 5, and the fold is at 0. A ledger that was restored',
  );
});

async function* blocksOf(texts: readonly string[]): AsyncGenerator<readonly string[]> {
  yield await Promise.resolve(texts);
}
