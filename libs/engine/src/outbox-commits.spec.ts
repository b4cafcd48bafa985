import { journalGenesis, StateDigest, type OutboxEntry } from '#ledger';
import { emptyState } from '#pools';
import { WrittenLog } from '#testing/written-log';
import { commitOf } from './committing.js';
import { foldRecords } from './folding.js';
import { OutboxReader } from './outbox-commits.js';

const { context, jackpots, partition } = WrittenLog;
const [main] = jackpots;

/** The outbox after commits of a log, cut after each of these numbers of records. */
function outboxOf(...lengths: number[]): OutboxEntry[] {
  const { records } = new WrittenLog()
    .configure(main)
    .bet(main, 'T1', '1', 1)
    .settle(main, 'T1', '1', [{ seat: 1, hand: 'flush' }])
    .bet(main, 'T1', '2', 3);
  const state = emptyState();
  const digest = new StateDigest();
  const at = { partitions: 3, clusterId: 'c', anchor: 'a', digest };
  let [head, block] = [journalGenesis, 0];
  return lengths.flatMap((length) => {
    const folded = foldRecords(state, records.splice(0, length), context);
    const commit = commitOf(state, folded, { ...at, head, block });
    ({ hash: head, block } = commit.block);
    return commit.outbox;
  });
}

async function read(entries: readonly OutboxEntry[], perRead = 2) {
  const reader = new OutboxReader(partition, (after) => {
    const from = after === undefined ? 0 : entries.findIndex((each) => each.outboxId === after) + 1;
    return Promise.resolve(entries.slice(from, from + perRead));
  });
  const found: OutboxEntry[][] = [];
  for (let commits = await reader.next(); commits.length > 0; commits = await reader.next()) {
    found.push(...commits.map((commit) => [...commit.entries]));
  }
  return { found, fault: reader.fault };
}

test.each([1, 2, 3, 500])(
  'commits come whole and in order, read %d entries at a time',
  async (n) => {
    const entries = outboxOf(2, 1, 1);
    const { found, fault } = await read(entries, n);
    expect(fault).toBeUndefined();
    expect(found).toHaveLength(3);
    expect(found.flat()).toEqual(entries);
    expect(found.map((each) => each.at(-1)?.topic)).toEqual(['journal', 'journal', 'journal']);
  },
);

test('an empty outbox has nothing, and nothing is wrong with it', async () => {
  expect(await read([])).toEqual({ found: [], fault: undefined });
});

const award = ({ topic }: OutboxEntry): boolean => topic === 'awards';
const forged = { topic: 'awards', key: main, id: `${partition}/2/award`, value: '{}' };

test.each<[string, (all: OutboxEntry[]) => OutboxEntry[], RegExp]>([
  [
    'an award that was added at the end',
    (all) => [...all, { ...forged, outboxId: '9-9' }],
    /^the outbox ends at 9-9 without a block/,
  ],
  [
    'an award that was added to a commit',
    (all) => all.toSpliced(-1, 0, { ...forged, outboxId: '3-0' }),
    /^block 2 does not cover the messages/,
  ],
  [
    'an award that pays more',
    (all) =>
      all.map((entry) =>
        award(entry) ? { ...entry, value: entry.value.replace('"fixed"', '"share"') } : entry,
      ),
    /^block 2 does not cover the messages/,
  ],
  [
    'an award with another key',
    (all) => all.map((entry) => (award(entry) ? { ...entry, key: 'other' } : entry)),
    /^block 2 does not cover the messages/,
  ],
  [
    'an award that was taken away',
    (all) => all.filter((entry) => !award(entry)),
    /^block 2 does not cover the messages/,
  ],
  [
    'a bet for the events topic',
    (all) => all.toSpliced(-1, 0, { ...forged, topic: 'events', outboxId: '3-0' }),
    /^the outbox has a message for the topic events/,
  ],
  [
    'a block with another amount',
    (all) =>
      all.with(-1, {
        ...(all.at(-1) as OutboxEntry),
        value: all.at(-1)?.value.replace('"pool":"', '"pool":"9') ?? '',
      }),
    /^the outbox has no block of this partition at /,
  ],
  [
    'a block under another id',
    (all) => all.with(-1, { ...(all.at(-1) as OutboxEntry), id: `${partition}/3/journal/other` }),
    /has another id than its own/,
  ],
])('%s is found, and the commits before it stand', async (_, edit, fault) => {
  const entries = outboxOf(1, 3);
  const result = await read(edit(entries));
  expect(result.fault).toMatch(fault);
  expect(result.found[0]?.at(-1)?.topic).toBe('journal');
  const isOnlyAdded = /ends at/.test(result.fault ?? '');
  expect(result.found).toHaveLength(isOnlyAdded ? 2 : 1);
});
