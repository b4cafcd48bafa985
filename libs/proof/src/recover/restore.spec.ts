import { journalGenesis } from '#ledger';
import { WrittenLog } from '#testing/written-log';
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
