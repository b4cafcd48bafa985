import { homePartition } from '#contract';
import type { LogRecord } from '#log';
import { digestOfOutput, FoundMessages } from './found-messages.js';
import { idOfContent, originOfId } from './message-id.js';

const home = homePartition('main', 3);

/** An award of `main` at an offset of its home partition, as the relay writes it. */
function awardAt(offset: number, changes: object = {}) {
  const value = JSON.stringify({ id: `main/T1/1/${offset}`, jackpot: 'main', offset, ...changes });
  return { key: 'main', id: `${home}/${offset}/award`, value };
}

function recordOf(
  { key, id, value }: ReturnType<typeof awardAt>,
  at: number,
  headers: object = {},
): LogRecord {
  const [partition, offset] = id.split('/');
  const own = { id, partition, offset, ...headers };
  const record = { partition: home, offset: at, recordedAtMs: 1_000 + at };
  return { ...record, key: Buffer.from(key), value: Buffer.from(value), headers: own };
}

const marks = (low = 0) => [0, 1, 2].map((each) => ({ low: each === home ? low : 0, high: 9 }));

test('equal copies of a message are one, and each other content or header makes another', () => {
  const found = new FoundMessages('awards', marks(), 3);
  const award = awardAt(4);
  found.addRecord(recordOf(award, 0));
  found.addRecord(recordOf(award, 1));
  found.addWaiting(award);
  found.addRecord(recordOf(award, 2, { offset: '5' }));
  found.addRecord(recordOf(award, 3, { id: 'x' }));
  found.addRecord(recordOf({ ...award, key: 'other' }, 4));
  found.addRecord(recordOf(awardAt(4, { table: 'T2' }), 5));
  expect(found.count).toBe(6);
  const all = found.take(award.id);
  expect(all.map(({ at }) => at)).toEqual(
    [0, 2, 3, 4, 5].map((offset) => ({ partition: home, offset })),
  );
  expect(all.filter(({ digest }) => digest === digestOfOutput(award))).toHaveLength(1);
  expect([...found.left()]).toEqual([]);
});

test('what is no message of its topic is left, by its place', () => {
  const found = new FoundMessages('awards', marks(), 3);
  found.addRecord({ ...recordOf(awardAt(4), 7), value: Buffer.from('{"id":5}') });
  found.addRecord({ ...recordOf(awardAt(4), 8), value: null });
  expect([...found.left()].map(([id]) => id)).toEqual([`record ${home}/7`, `record ${home}/8`]);
});

test('where the beginning of a partition is gone, messages of events before the first left one may be gone', () => {
  const found = new FoundMessages('awards', marks(2), 3);
  found.addRecord(recordOf(awardAt(50), 2));
  found.addRecord(recordOf(awardAt(60), 3));
  const isGone = (offset: number, partition = home) =>
    found.mayBeGone('main', { partition, offset });
  expect([49, 50, 51].map((offset) => isGone(offset))).toEqual([true, false, false]);
  // Of another partition of the events no message is left.
  expect(isGone(99, (home + 1) % 3)).toBe(true);
  expect(found.mayBeGone('', { partition: home, offset: 49 })).toBe(true);
  const whole = new FoundMessages('awards', marks(), 3);
  expect(whole.mayBeGone('main', { partition: home, offset: 0 })).toBe(false);
  expect([...found.cuts.values()]).toMatchObject([{ offset: 2, writtenAtMs: 1_002 }]);
});

test.each([
  ['awards', { id: 'main/T/1/2/9', jackpot: 'main', offset: 1 }, `${home}/9/award`],
  ['exceptions', { partition: 2, offset: 7, reason: 'malformed' }, '2/7/malformed'],
  [
    'exceptions',
    { partition: 2, offset: 7, reason: 'malformed', source: null, summed: {} },
    '2/7/summed/malformed/',
  ],
  ['pool-values', { jackpot: 'main', version: 5 }, `${home}/4/value/main/5`],
  ['pool-values', { jackpot: 'main', version: 'x' }, undefined],
  ['awards', { id: 'main/T1/1/x', jackpot: 'main' }, undefined],
  ['exceptions', null, undefined],
] as const)('the id of a message of %s follows from its content %j', (kind, content, id) => {
  expect(idOfContent(kind, JSON.stringify(content), 3)).toBe(id);
  if (id !== undefined) expect(originOfId(id).partition).toBe(Number(id[0]));
});
