import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { blockText, journalGenesis, type JournalBlock } from '#ledger';
import type { LogRecord } from '#log';
import { WrittenLog } from '#testing/written-log';
import { blockBefore } from './block-before.js';
import { WrittenLedger } from '../archive/testing/written-ledger.js';
import type { Diagnosis } from './diagnosis.js';
import { restore } from './restore.js';

const { root, partitions } = WrittenLog.context;
const { partition } = WrittenLog;

it('takes no checkpoint that has content and no block of the journal: anybody with a key could have made it up', async () => {
  const ledger = new WrittenLedger();
  ledger.log.configure('main').bet('main', 'T1', '1', 1);
  const { snapshot, records } = ledger.commit();
  const diagnosis: Diagnosis = {
    ...{ partition, partitions, snapshot, clusterId: 'c', low: 0, high: records.length },
    ...{ finding: { reason: 'ledger-diverged', detail: 'A test.' }, acts: ['restore'] },
  };
  const { accounts } = snapshot;
  const more = { ...accounts, 'main/pool': '2007000000', 'main/house': '-2003000000' };
  for (const position of [0, snapshot.position]) {
    const forged = { accounts: more, block: 0, head: journalGenesis, position, sent: null };
    const file = ledger.checkpoint(`forged-${position}`, {}, forged);
    await expect(restore(diagnosis, ledger.live, root, file)).rejects.toThrow(
      'Partition 0: this checkpoint cannot be restored, it has content, but no block of the journal confirms it.',
    );
  }
  ledger.remove();
});

describe('a journal that is lost', () => {
  let ledger: WrittenLedger;
  let diagnosis: Diagnosis;
  let atEnd: WrittenLedger['snapshot'];

  const restored = (from = ledger.archive, changes: Partial<Diagnosis> = {}) =>
    restore({ ...diagnosis, ...changes }, ledger.live, root, from);

  beforeEach(async () => {
    ledger = new WrittenLedger().begin();
    await ledger.add(ledger.checkpoint('first'));
    await ledger.play('2').add(ledger.checkpoint('second'));
    atEnd = ledger.snapshot;
    const { snapshot, records } = ledger.play('3');
    ledger.journal.length = 0;
    ledger.low = atEnd.position - 1;
    diagnosis = {
      ...{ partition, partitions, snapshot, clusterId: 'c', low: ledger.low, high: records.length },
      ...{ finding: { reason: 'ledger-diverged', detail: 'A test.' }, acts: ['restore'] },
    };
  });
  afterEach(() => ledger.remove());

  it('gets back the last block of an archive, and the ledger goes on from there', async () => {
    const change = await restored();
    const { head: hash, block, position } = atEnd;
    expect(change).toMatchObject({
      position,
      putBack: { hash, block },
      emptied: { counted: diagnosis.high, restored: { position, head: hash } },
      effect: {
        folded: { manifest: expect.stringMatching(/^[0-9a-f]{64}$/) },
        records: diagnosis.high,
        pending: 0,
        comparison: { vanish: [], appear: [] },
      },
    });
    const before = await blockBefore(ledger.live, { act: 'restore', diagnosis, ...change });
    expect(before.hash).toBe(hash);
  });

  it('is brought back also where the log still has its first record', async () => {
    expect(await restored(ledger.archive, { low: 0 })).toMatchObject({ position: atEnd.position });
  });

  it('is brought back by the same archive when the block is back and the act is not', async () => {
    const { putBack, emptied } = await restored();
    ledger.journal.push(blockText(putBack as JournalBlock));
    const again = await restored();
    expect(again).toMatchObject({ position: atEnd.position, emptied, effect: { folded: 'rest' } });
    expect(again.putBack).toBeUndefined();
  });

  it('needs those people whom the log after the archive asks for, not the archive', async () => {
    expect((await restored()).hasApprovals).toBe(false);
    const approvals = { 'pool.adjusted': [{ from: 0, by: ['approve'] }] };
    ledger.records = ledger.log.configure('main', { approvals }).records;
    const change = await restored(ledger.archive, { high: ledger.records.length });
    expect(change.hasApprovals).toBe(true);
  });

  it('is not restored from a checkpoint alone, which says where to find an archive', async () => {
    await expect(restored(ledger.path('second'))).rejects.toThrow(
      'is not on the journal’s topic; if the journal is lost, give --from the folder of an archive.',
    );
  });

  it('takes no archive in which a file was altered, or that is none', async () => {
    appendFileSync(join(ledger.archive, 'journal/00/2026-11-21.000001.zst'), 'x');
    await expect(restored()).rejects.toThrow('journal/00/2026-11-21.000001.zst');
    await expect(restored(ledger.folder)).rejects.toThrow('has no manifest of an archive');
  });

  it('takes no archive of a log with another number of partitions, also for one that it lacks', async () => {
    const other = { partition: partitions, partitions: partitions + 1 };
    await expect(restored(ledger.archive, other)).rejects.toThrow(
      `is of a log with ${partitions} partitions, and this one has ${partitions + 1}.`,
    );
  });

  it('takes no archive that ends before the log begins, after it ends, or in another log', async () => {
    const { position } = atEnd;
    const isGone = `it ends at offset ${position - 1} and the log begins at ${position + 1}`;
    await expect(restored(ledger.archive, { low: position + 1 })).rejects.toThrow(isGone);
    await expect(restored(ledger.archive, { high: position - 1 })).rejects.toThrow(
      `the archive goes up to offset ${position - 1}, and the log ends at ${position - 1}`,
    );
    ledger.records = ledger.records.with(position - 1, ledger.records[0] as LogRecord);
    const isOther = `the log’s record at offset ${position - 1} is not its last record`;
    await expect(restored()).rejects.toThrow(isOther);
  });

  it('takes no archive where the topic has other blocks of the partition', async () => {
    ledger.play('4');
    const sentence = /has block \d+ of it, which does not lead back to block 4, .*delete the topic/;
    await expect(restored()).rejects.toThrow(sentence);
  });
});
