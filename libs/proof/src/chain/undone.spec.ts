import { chainBlock, type JournalBlock, type Recovery } from '#ledger';
import { backActOf, emptiesLedger, leftBy, undoneBy } from './undone.js';

const said = { reason: 'ledger-lost', note: 'a test', signature: 'ops-1:AAAA' };

/**
 * Reads a chain from one line: `0-4` is a commit; an act has its name and the offset that it names.
 */
function chainOf(text: string): JournalBlock[] {
  return text.split(' ').map((each, index) => {
    const [, act, from = '', to] = /^([a-z-]*?)(\d+)(?:-(\d+))?$/.exec(each) as string[];
    const recovery = act ? { ...said, act: act as Recovery['act'] } : undefined;
    return chainBlock({
      partition: 0,
      block: index + 1,
      from: Number(from),
      to: Number(to ?? Number(from) - 1),
      at: '2026-11-21T04:00:00.000Z',
      postings: [],
      digest: '',
      state: '',
      previous: '',
      ...(recovery && { recovery }),
    });
  });
}

const actsOf = (blocks: readonly JournalBlock[]) =>
  blocks.flatMap((block) => backActOf(block) ?? []);

describe('which blocks acts of operators have undone', () => {
  it.each([
    ['no block without an act', '0-4 5-9', ''],
    ['no block by an act that does not go back', '0-4 skip5-7 8-9 accept-log10 10-11', ''],
    ['no restore by an act of another kind after it', '0-4 5-9 restore5 skip5-6 7-9', '2'],
    ['all blocks before a rebuild, acts too', '0-4 skip5-7 8-9 rebuild0 0-9', '1 2 3'],
    ['the blocks from the offset of a restore on', '0-4 5-9 restore5 5-8', '2'],
    ['a block that begins at the offset of a restore', '0-4 5-9 restore0 0-9', '1 2'],
    ['no block that ends right before the offset of a restore', '0-4 5-9 restore10 10-12', ''],
    ['no block after the act at the same offset', '0-4 5-9 restore5 5-9 10-12', '2'],
    ['an act at the offset of a later restore', '0-4 accept-log5 5-9 restore5 5-9', '2 3'],
    ['no act before the offset of a restore', '0-4 skip5-7 8-9 restore8 8-9', '3'],
    ['a restore by a later one that goes as far', '0-4 5-9 restore5 5-6 restore5 5-9', '2 3 4'],
    ['a restore by a later one that goes further', '0-1 2-9 restore2 2-4 restore0 0-9', '1 2 3 4'],
    [
      'a restore by no later one that goes less far',
      '0-4 5-9 restore5 5-8 9-9 restore9 9-12',
      '2 5',
    ],
    ['a rebuild by a later rebuild', '0-4 rebuild0 0-2 rebuild0 0-4', '1 2 3'],
    ['no rebuild by a restore after it', '0-4 rebuild0 0-2 3-5 restore3 3-6', '1 4'],
  ])('%s', (_what, chain, undone) => {
    const blocks = chainOf(chain);
    const acts = actsOf(blocks);
    const numbers = blocks.filter((block) => undoneBy(block, acts)).map(({ block }) => block);
    expect(numbers.join(' ')).toBe(undone);
    const backwards = acts.toReversed();
    expect(blocks.filter((block) => undoneBy(block, backwards))).toHaveLength(numbers.length);
  });
});

describe('which act has left a point behind', () => {
  it.each([
    ['none where the ledger went on', '0-4 5-9', 1, undefined],
    ['none that went back to the very point', '0-4 5-9 restore5 5-9', 1, undefined],
    ['one that went back to before it', '0-4 5-9 restore4 4-9', 1, 'restore4'],
    ['none that came before it', '0-4 restore2 2-4 5-9', 4, undefined],
    ['the furthest of several', '0-4 5-9 restore3 3-9 restore2 2-9 restore4 4-9', 1, 'restore2'],
    ['a rebuild, where there is one', '0-4 restore3 3-4 rebuild0 0-9 restore2 2-9', 1, 'rebuild0'],
  ])('%s', (_what, chain, block, expected) => {
    const blocks = chainOf(chain);
    const { to } = blocks[block - 1] as JournalBlock;
    const left = leftBy({ block, position: to + 1 }, actsOf(blocks));
    expect(left && `${left.act}${left.from}`).toBe(expected);
  });
});

test('an act empties the ledger by going back to the first offset', () => {
  const acts = actsOf(chainOf('0-4 rebuild0 0-4 restore0 0-4 restore3 3-4'));
  expect(acts.map(emptiesLedger)).toEqual([true, true, false]);
});
