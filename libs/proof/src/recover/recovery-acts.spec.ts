import { WrittenChain } from '../testing/chain.js';
import { isOlderThan } from './recovery-acts.js';

const skip = { act: 'skip', reason: 'log-gap', note: 'a test', signature: 'ops-1:AAAA' } as const;

test('a ledger is older than a journal with another commit, and not by a skip that it has not had', () => {
  const chain = new WrittenChain().commits(2);
  const ledger = { block: chain.tip.block, head: chain.tip.head };
  expect(isOlderThan(undefined, ledger)).toBe(false);
  expect(isOlderThan(chain.blocks.at(-1), ledger)).toBe(false);
  const { position } = chain;
  chain.act(position, position + 3, skip);
  expect(isOlderThan(chain.blocks.at(-1), ledger)).toBe(false);
  expect(isOlderThan(chain.blocks.at(-1), { ...ledger, head: 'e'.repeat(64) })).toBe(true);
  chain.commits(1);
  expect(isOlderThan(chain.blocks.at(-1), ledger)).toBe(true);
});
