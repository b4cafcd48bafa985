import { journalOf, locationAt, WrittenChain } from './testing/chain.js';
import { checkJournal } from './check-journal.js';
import type { Link } from './journal.js';

/** Seeded random numbers (mulberry32), so that a failing flip can be repeated. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

const signature = { reason: 'log-gap', note: 'checked', signature: 'ops-1:AAAA' };

function chainOfTenThousand(): WrittenChain {
  const next = numbers(1);
  const chain = new WrittenChain();
  while (chain.blocks.length < 9_998) chain.commits(1 + next(500));
  const { position } = chain;
  return chain.act(position, position + 7, { act: 'skip', ...signature }).commits(5);
}

function flipped(text: string, index: number, bit: number): Buffer {
  const bytes = Buffer.from(text);
  bytes[index] = (bytes[index] as number) ^ (1 << bit);
  return bytes;
}

/** The sentence about an altered block whose neighbours are intact. */
function altered({ blocks }: WrittenChain, index: number): string {
  const { from, to } = blocks[index] as { from: number; to: number };
  const range = to < from ? `${from}-${to} by its own content` : `${from}-${to}`;
  return `Partition 0: block ${index + 1} (offsets ${range}) was altered: record ${index} of partition 0 of the journal’s topic`;
}

describe('a journal of 10,000 blocks', () => {
  const chain = chainOfTenThousand();
  const texts = chain.texts();
  const whole = journalOf(texts);

  it('has no fault as it was written', () => {
    expect(texts).toHaveLength(10_000);
    const { faults, onChain, offChain } = checkJournal(whole, [chain.tip]);
    expect({ faults, onChain, offChain }).toEqual({ faults: [], onChain: 10_000, offChain: 0 });
  });

  /** The faults if these records of the topic have other bytes. */
  function faultsWith(changed: ReadonlyMap<number, Buffer>): readonly string[] {
    const replaced: Link[] = [];
    for (const [index, bytes] of changed) {
      const { hash } = chain.blocks[index] as { hash: string };
      replaced.push(whole.links.get(hash) as Link);
      whole.links.delete(hash);
      whole.add(bytes, locationAt(index));
    }
    const { faults } = checkJournal(whole, [chain.tip]);
    whole.damaged.length = 0;
    for (const link of replaced) whole.links.set(link.hash, link);
    return faults;
  }

  it('detects each of 4,000 flipped bits, and names its block and its record', () => {
    const next = numbers(2026);
    for (let walk = 0; walk < 200; walk += 1) {
      const changed = new Map<number, Buffer>();
      for (let stretch = 0; stretch < 20; stretch += 1) {
        const index = stretch * 500 + next(499);
        const text = texts[index] as string;
        changed.set(index, flipped(text, next(text.length), next(8)));
      }
      const expected = [...changed.keys()].map((index) => altered(chain, index));
      expect([walk, faultsWith(changed)]).toEqual([walk, expected]);
    }
  }, 120_000);
});

test('a flip of any bit of any block is detected, and the block is named', () => {
  const act = { ...signature, reason: 'log-trimmed' };
  const chain = new WrittenChain()
    .commits(3)
    .act(3, 9, { act: 'skip', ...act })
    .commits(2, 1)
    .act(0, -1, { act: 'rebuild', ...act })
    .commits(4);
  const texts = chain.texts();
  for (const [index, text] of texts.entries()) {
    for (let flip = 0; flip < text.length * 8; flip += 1) {
      const bytes = flipped(text, flip >> 3, flip & 7);
      const journal = journalOf(texts.map((other, each) => (each === index ? bytes : other)));
      const { faults } = checkJournal(journal, [chain.tip]);
      if (faults.length !== 1 || !faults[0]?.startsWith(`Partition 0: block ${index + 1} (`)) {
        expect([index, flip, faults]).toEqual([index, flip, [altered(chain, index)]]);
      }
    }
  }
}, 60_000);

describe('off the chain', () => {
  const kept = new WrittenChain().commits(3, 6);
  const forgotten = new WrittenChain().commits(3, 2, 4);

  it('intact blocks are harmless, and counted', () => {
    const texts = [...forgotten.texts(), ...kept.texts(), ...kept.texts()];
    const { faults, onChain, offChain } = checkJournal(journalOf(texts), [kept.tip]);
    expect({ faults, onChain, offChain }).toEqual({ faults: [], onChain: 2, offChain: 2 });
  });

  it('an altered block is a fault, and so is an altered copy of a block on the chain', () => {
    const [, stray] = forgotten.texts() as [string, string];
    const [, copy] = kept.texts() as [string, string];
    const texts = [
      ...kept.texts(),
      stray.replace('35', '36'),
      `${copy} `,
      copy.replace('35', '36'),
    ];
    const { faults } = checkJournal(journalOf(texts), [kept.tip]);
    expect(faults).toEqual([
      'Partition 0: a block 2 that is on no chain was altered: record 2 of partition 0 of the journal’s topic',
      'Partition 0: a block 2 that is on no chain was altered: record 3 of partition 0 of the journal’s topic',
      'Partition 0: a copy of block 2 was altered: record 4 of partition 0 of the journal’s topic',
    ]);
  });

  it('each partition has its own chain', () => {
    const other = new WrittenChain(1).commits(2, 2);
    const journal = journalOf([...kept.texts(), ...other.texts()]);
    expect(checkJournal(journal, [kept.tip, other.tip])).toMatchObject({ faults: [], onChain: 4 });
    expect(
      checkJournal(journal, [kept.tip, { ...other.tip, head: 'e'.repeat(64) }]).faults,
    ).toEqual([
      `Partition 1: the journal has no block 2 ${'e'.repeat(64)}, which ends at offset 3`,
    ]);
  });
});
