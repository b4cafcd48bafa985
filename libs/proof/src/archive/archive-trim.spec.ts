import { rmSync } from 'node:fs';
import { WrittenLog } from '#testing/written-log';
import { limitsOf, readLimits } from './archive-trim.js';
import type { JournalPlace } from '#ledger';
import type { ArchivedPartition, Manifest } from './manifest.js';
import { ThreeSpans } from './testing/three-spans.js';

function archived(
  partition: number,
  position: number,
  block: number,
  journal: JournalPlace | null,
): ArchivedPartition {
  const until = { position, head: 'f', block, state: 's', journal };
  return { partition, until } as ArchivedPartition;
}

function limits(...partitions: ArchivedPartition[]) {
  const topics = { events: 'e', journal: 'j' };
  const all = limitsOf({ partitions, topics } as unknown as Manifest);
  return all.map(({ topic, partition, offset }) => `${topic}/${partition} ${offset}`);
}

describe('what may be deleted once it is archived', () => {
  it('is all before the last applied record, and before the block of the checkpoint', () => {
    expect(limits(archived(0, 7, 3, { partition: 2, offset: 40 }))).toEqual(['e/0 6', 'j/2 40']);
  });

  it('is of the journal what none of the partitions that share it needs', () => {
    const one = archived(0, 7, 3, { partition: 1, offset: 40 });
    const other = archived(1, 9, 3, { partition: 1, offset: 30 });
    expect(limits(one, other)).toEqual(['e/0 6', 'e/1 8', 'j/1 30']);
  });

  it('is nothing of a partition without records, and does not hold back the others', () => {
    const one = archived(0, 7, 3, { partition: 1, offset: 40 });
    expect(limits(one, archived(1, 0, 0, null))).toEqual(['e/0 6', 'j/1 40']);
  });

  it('is nothing of the journal where the place of a block is not known', () => {
    // The journal has three partitions: the blocks of partition 0 are on partition 2 (murmur2).
    const unknown = archived(0, 7, 3, null);
    const beside = archived(1, 1, 1, { partition: 2, offset: 5 });
    expect(limits(unknown, beside, archived(2, 0, 0, null))).toEqual(['e/0 6']);
  });

  it('is not the only applied record', () => {
    expect(limits(archived(0, 1, 1, { partition: 1, offset: 0 }))).toEqual([]);
  });
});

it('archive-trim looks at the files of the last span before it says how far', async () => {
  const spans = await ThreeSpans.write();
  const { root } = WrittenLog.context;
  try {
    expect((await readLimits(spans.folder, root)).limits).toEqual([
      { topic: 'jackpot.events', partition: 0, offset: 10 },
      { topic: 'jackpot.journal', partition: 2, offset: 3 },
    ]);
    rmSync(spans.events(3));
    await expect(readLimits(spans.folder, root)).rejects.toThrow(`${spans.events(3)} is missing.`);
  } finally {
    spans.remove();
  }
});
