import type { JournalBlock } from '#ledger';
import { emptyState } from '#pools';
import { WrittenLog } from '#testing/written-log';
import { foldObserved } from '../../../../../libs/proof/src/fold/replay.js';
import { columnsOfSection } from '#papers';
import { ConfigurationWatch } from './configurations.js';

// clause 33
test('a configuration is in force until the next one, also where it waited for a restart', () => {
  const log = new WrittenLog()
    .configure('main')
    .configure('minor')
    .configure('main', { payoutUnit: 5 })
    .configure('main', { payoutUnit: 5, ceiling: 10 ** 8, effective: 'next-restart' })
    .bet('main', 'T1', '1', 1)
    .settle('main', 'T1', '1', [{ seat: 1, hand: 'royal-flush' }]);
  const { context } = WrittenLog;
  const state = emptyState();
  const watch = new ConfigurationWatch('main', { context });
  for (const record of log.records) {
    foldObserved(state, record, {} as JournalBlock, context, watch);
  }
  const names = columnsOfSection('configurations');
  const rows = watch.rows.map((row) => {
    return Object.fromEntries(names.map((name, index) => [name, row[index]]));
  });
  expect(rows).toMatchObject([
    { from: 1, to: 2, holder: 'ops-1', changed: '' },
    { from: 3, to: 5, holder: 'ops-1', changed: 'payoutUnit: MOP 0.01 -> MOP 0.05' },
    {
      from: 6,
      to: null,
      holder: 'ops-1',
      changed: 'ceiling: none -> MOP 1,000,000.00',
      ended: null,
    },
  ]);
  const digests = new Set(rows.map(({ configuration }) => configuration));
  expect(digests.size).toBe(3);
});
