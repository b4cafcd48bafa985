import { WrittenChain } from '../testing/chain.js';
import { fixInstead, isSkipOf } from './recovery-acts.js';

const skip = { act: 'skip', reason: 'log-gap', note: 'a test', signature: 'ops-1:AAAA' } as const;

test('a skip that has not come about is the next block of this ledger alone', () => {
  const chain = new WrittenChain().commits(2);
  const { block, head } = chain.tip;
  const { position } = chain;
  chain.act(position, position + 3, skip).commits(1);
  const [commit, act, next] = chain.blocks.slice(-3) as [never, never, never];
  expect(isSkipOf({ block, head }, act)).toBe(true);
  for (const other of [commit, next]) expect(isSkipOf({ block, head }, other)).toBe(false);
  // A forged block at another place must not hide the lost blocks.
  expect(isSkipOf({ block: block + 5, head }, act)).toBe(false);
  expect(isSkipOf({ block, head: 'e'.repeat(64) }, act)).toBe(false);
});

test.each([
  ['log-trimmed', 'skip', 'The journal continues past this ledger’s last block'],
  ['log-trimmed', 'accept-log', 'See deploy/operations/log-trimmed.md.'],
  ['log-damaged', 'skip', 'Let the broker that leads the partition fetch'],
  // Before the first keys nobody can sign it.
  ['time-ahead', 'accept-time', 'No key in force here can sign an act'],
] as const)('what helps with %s where %s does not fit is said', (reason, act, sentence) => {
  expect(fixInstead(reason, act)).toContain(sentence);
});
