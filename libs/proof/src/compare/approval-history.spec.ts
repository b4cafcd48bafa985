import { chainBlock, journalGenesis, type JournalBlock } from '#ledger';
import { emptyState } from '#pools';
import { WrittenLog } from '#testing/written-log';
import { ActPlaces, ApprovalHistory } from './approval-history.js';
import { emptyOrigin } from '../fold/origin.js';
import { Refold } from '../fold/refold.js';

const { context, partition } = WrittenLog;
const approvals = { 'pool.adjusted': [{ from: 0, by: ['approve'] }] };
/** `main` has approvals from offset 2 on, `minor` from 4 on, and neither has them from 7 on. */
const { records } = new WrittenLog()
  .configure('main')
  .configure('main', { approvals })
  .bet('main', 'T1', '1', 1)
  .configure('minor', { approvals })
  .bet('main', 'T1', '2', 1)
  .configure('main')
  .configure('minor');
const timeOf = (offset: number) => records[offset]?.recordedAtMs ?? 0;

function blockOf(from: number, to: number, block = 1, recovery?: JournalBlock['recovery']) {
  const at = new Date(timeOf(to)).toISOString();
  const digests = { digest: '', state: '', previous: journalGenesis };
  const content = { partition, block, from, to, at, postings: [], ...digests };
  return chainBlock(recovery ? { ...content, recovery } : content);
}

function historyOf(from: number, to: number, state = emptyState()): ApprovalHistory {
  const origin = { ...emptyOrigin({ position: from, head: journalGenesis, block: 0 }), state };
  const refold = new Refold(origin, { ...context, clusterId: 'c' });
  const history = new ApprovalHistory(refold);
  refold.add({ block: blockOf(from, to), records: records.slice(from, to + 1), isUndone: false });
  return history;
}

const signed = { act: 'rebuild', reason: 'forced', note: 'n', signature: 'k:s' } as const;
const act = blockOf(0, -1, 2, signed);

describe('an act by one person', () => {
  const history = historyOf(0, 7);
  const whyAlone = (position: number, newestMs = timeOf(position - 1)) =>
    history.whyAlone({ act, position, newestMs });

  it.each([1, 2, 8])('is enough at offset %d, where no jackpot has approvals', (position) => {
    expect(whyAlone(position)).toBeUndefined();
  });

  it.each([3, 5, 6, 7])('is named at offset %d, where one has them', (position) => {
    expect(whyAlone(position)).toBe(
      `partition ${partition}, block 2: the rebuild was signed by one person, and jackpots of the partition had approvals`,
    );
  });

  it('is enough where another log had come as far, and approvals came to this one later', () => {
    expect(whyAlone(3, timeOf(1))).toBeUndefined();
  });

  it('is named after a checkpoint whose jackpots have approvals', () => {
    const state = emptyState();
    const first = new Refold({ ...emptyOrigin(), state }, { ...context, clusterId: 'c' });
    first.add({ block: blockOf(0, 2), records: records.slice(0, 3), isUndone: false });
    const later = historyOf(3, 3, state);
    expect(later.whyAlone({ act, position: 4, newestMs: timeOf(3) })).toMatch(/by one person/);
  });

  it('is no matter where a second has signed', () => {
    const both = blockOf(0, -1, 2, { ...signed, countersignature: 'l:t' });
    expect(history.whyAlone({ act: both, position: 3, newestMs: timeOf(2) })).toBeUndefined();
  });
});

test('each act of a chain has the place of the commit and of the acts before it', () => {
  const skip = { ...signed, act: 'skip' } as const;
  const blocks = [
    blockOf(0, 2),
    blockOf(3, 4, 2, skip),
    blockOf(0, -1, 3, signed),
    blockOf(0, -1, 4, signed),
    blockOf(0, 1, 5),
    blockOf(2, 1, 6, { ...signed, act: 'accept-log' }),
  ];
  const found = new ActPlaces({ position: 0, newestMs: 0 });
  for (const block of blocks) found.onBlock(block);
  const places = found.all.map(({ act: { block }, position, newestMs }) => [
    block,
    position,
    newestMs,
  ]);
  expect(places).toEqual([
    [2, 3, timeOf(2)],
    [3, 5, timeOf(2)],
    [4, 5, timeOf(2)],
    [6, 2, timeOf(1)],
  ]);
});
