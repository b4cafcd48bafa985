import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { journalGenesis } from '#ledger';
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
      'Partition 0: this checkpoint cannot be restored, it has content and no block of the journal that says so.',
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
    ledger.low = atEnd.position;
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
      effect: { folded: { manifest: expect.stringMatching(/^[0-9a-f]{64}$/) }, records: position },
    });
    const before = await blockBefore(ledger.live, { act: 'restore', diagnosis, ...change });
    expect(before.hash).toBe(hash);
  });

  it('is not restored from a checkpoint alone, which says where to find an archive', async () => {
    await expect(restored(ledger.path('second'))).rejects.toThrow(
      'is not on the journal’s topic; where the journal is lost, give --from the folder of an archive.',
    );
  });

  it('takes no archive in which a file was altered, or that is none', async () => {
    appendFileSync(join(ledger.archive, 'journal/00/2026-11-21.000001.zst'), 'x');
    await expect(restored()).rejects.toThrow('journal/00/2026-11-21.000001.zst');
    await expect(restored(ledger.folder)).rejects.toThrow('has no manifest of an archive');
  });

  it('takes no archive that ends before the log begins, or after it ends', async () => {
    const low = atEnd.position + 1;
    const isGone = `it ends at offset ${atEnd.position - 1} and the log begins at ${low}`;
    await expect(restored(ledger.archive, { low })).rejects.toThrow(isGone);
    const high = atEnd.position - 1;
    await expect(restored(ledger.archive, { high })).rejects.toThrow(`the log ends at ${high}`);
  });

  it('takes no archive where the log or the journal says it better', async () => {
    await expect(restored(ledger.archive, { low: 0 })).rejects.toThrow('so rebuild it');
    ledger.play('4');
    const sentence = /the journal has its block \d+, so no archive is needed: give --from the file/;
    await expect(restored()).rejects.toThrow(sentence);
  });
});
