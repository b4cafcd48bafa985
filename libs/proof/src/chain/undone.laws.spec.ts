import type { JournalBlock } from '#ledger';
import { numbers } from '../testing/numbers.js';
import { backActOf, leftBy, undoneBy } from './undone.js';

type Block = Pick<JournalBlock, 'block' | 'from' | 'to' | 'recovery'>;

/** A ledger that remembers every block under it: the model that people have in mind. */
function playedLedger(next: (below: number) => number) {
  const blocks: Block[] = [];
  /** The blocks under the ledger after each block. */
  const stacks: (readonly Block[])[] = [];
  for (let stack: readonly Block[] = []; blocks.length < 25;) {
    const position = (blocks.at(-1)?.to ?? -1) + 1;
    const ends = [0, ...stack.map(({ to }) => to + 1)];
    const act = (['rebuild', 'restore', 'restore', 'skip', 'accept-log'] as const)[next(12)];
    const from =
      { rebuild: 0, restore: ends[next(ends.length)] ?? 0 }[act as 'rebuild'] ?? position;
    const length = act === 'skip' ? next(3) : act ? 0 : 1 + next(4);
    const recovery = act && { act, reason: 'a test', note: '', signature: '' };
    const block = {
      block: blocks.length + 1,
      from,
      to: from + length - 1,
      ...(act && { recovery }),
    };
    if (act === 'rebuild' || act === 'restore') stack = stack.filter((each) => each.from < from);
    stack = [...stack, block as Block];
    blocks.push(block as Block);
    stacks.push(stack);
  }
  return { blocks, stacks };
}

test('in 1,000 random chains the rule says what a ledger that remembers all has kept', () => {
  for (let seed = 1; seed <= 1_000; seed += 1) {
    const { blocks, stacks } = playedLedger(numbers(seed));
    const acts = blocks.flatMap((block) => backActOf(block) ?? []);
    const kept = stacks.at(-1) ?? [];
    const moved = kept.filter(({ from, to }) => to >= from);
    for (const [index, block] of blocks.entries()) {
      const where = { seed, block: block.block };
      expect({ ...where, isUndone: undoneBy(block, acts) !== undefined }).toEqual({
        ...where,
        isUndone: !kept.includes(block),
      });
      const before = (stacks[index] ?? []).filter(({ from, to }) => to >= from);
      const point = { block: block.block, position: block.to + 1 };
      expect({ ...where, isLeft: leftBy(point, acts) !== undefined }).toEqual({
        ...where,
        isLeft: before.some((each, at) => moved[at] !== each),
      });
    }
  }
});
