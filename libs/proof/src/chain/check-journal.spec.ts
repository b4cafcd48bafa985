import { numbers } from '../testing/numbers.js';
import { checkJournal } from './check-journal.js';
import { WrittenChain } from '../testing/chain.js';
import { journalOf } from '../testing/journal-ledger.js';

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

  it('has no fault as it was written', async () => {
    expect(texts).toHaveLength(10_000);
    const { faults, onChain, offChain } = await checkJournal(journalOf(texts), [chain.tip]);
    expect({ faults, onChain, offChain }).toEqual({ faults: [], onChain: 10_000, offChain: 0 });
  });

  /** The faults after these records of the topic get other bytes. */
  async function faultsWith(changed: ReadonlyMap<number, Buffer>): Promise<readonly string[]> {
    const all = texts.map((text, index) => changed.get(index) ?? text);
    return (await checkJournal(journalOf(all), [chain.tip])).faults;
  }

  it('detects each of 4,000 flipped bits, and names its block and its record', async () => {
    const next = numbers(2026);
    for (let walk = 0; walk < 20; walk += 1) {
      const changed = new Map<number, Buffer>();
      for (let stretch = 0; stretch < 200; stretch += 1) {
        const index = stretch * 50 + next(49);
        const text = texts[index] as string;
        changed.set(index, flipped(text, next(text.length), next(8)));
      }
      const expected = [...changed.keys()].map((index) => altered(chain, index));
      expect([walk, await faultsWith(changed)]).toEqual([walk, expected]);
    }
  });
});

test('a flip of any bit of any block is detected, and the block is named', async () => {
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
      const { faults } = await checkJournal(journal, [chain.tip]);
      if (faults.length !== 1 || !faults[0]?.startsWith(`Partition 0: block ${index + 1} (`)) {
        expect([index, flip, faults]).toEqual([index, flip, [altered(chain, index)]]);
      }
    }
  }
});

describe('off the chain', () => {
  const kept = new WrittenChain().commits(3, 6);
  const forgotten = new WrittenChain().commits(3, 2, 4);

  it('intact blocks are harmless, and counted', async () => {
    const texts = [...forgotten.texts(), ...kept.texts(), ...kept.texts()];
    const { faults, onChain, offChain } = await checkJournal(journalOf(texts), [kept.tip]);
    expect({ faults, onChain, offChain }).toEqual({ faults: [], onChain: 2, offChain: 2 });
  });

  it('an altered block, an altered copy and what is no block are named, and are no fault', async () => {
    const [, stray] = forgotten.texts() as [string, string];
    const [, copy] = kept.texts() as [string, string];
    const texts = [
      ...kept.texts(),
      stray.replace('35', '36'),
      `${copy} `,
      copy.replace('35', '36'),
      'junk',
    ];
    const { faults, strays } = await checkJournal(journalOf(texts), [kept.tip]);
    expect(faults).toEqual([]);
    expect(strays).toEqual([
      'Partition 0: a block 2 that is on no chain was altered: record 2 of partition 0 of the journal’s topic',
      'Partition 0: a block 2 that is on no chain was altered: record 3 of partition 0 of the journal’s topic',
      'Partition 0: a copy of block 2 was altered: record 4 of partition 0 of the journal’s topic',
      'record 5 of partition 0 of the journal’s topic is not a block',
    ]);
  });

  it('each partition has its own chain', async () => {
    const other = new WrittenChain(1).commits(2, 2);
    const journal = journalOf([...kept.texts(), ...other.texts()]);
    const whole = await checkJournal(journal, [kept.tip, other.tip]);
    expect(whole).toMatchObject({ faults: [], onChain: 4 });
    const lost = { ...other.tip, head: 'e'.repeat(64) };
    expect((await checkJournal(journal, [kept.tip, lost])).faults).toEqual([
      `Partition 1: the journal has no block 2 ${'e'.repeat(64)}, which ends at offset 3`,
    ]);
  });
});
