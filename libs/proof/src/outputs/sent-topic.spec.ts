import { homePartition } from '#contract';
import type { LogRecord } from '#log';
import { digestOfOutput, foundRecord, foundWaiting, type Identified } from './found-message.js';
import { SentTopic } from './sent-topic.js';
import { idOfContent, originOfId } from './message-id.js';

const home = homePartition('main', 3);

/** An award of `main` at an offset of its home partition, as the relay writes it. */
function awardAt(offset: number, changes: object = {}) {
  const value = JSON.stringify({
    id: `main/T1/1/${offset}`,
    jackpot: 'main',
    offset,
    by: [],
    ...changes,
  });
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

const marks = (low = 0) => [0, 1, 2].map((each) => ({ low: each === home ? low : 0, high: 99 }));
const award = awardAt(4);

test('equal copies of a message are one, and each other content or header makes another', () => {
  const topic = new SentTopic('awards', marks(), undefined, 3);
  const all: Identified[] = [
    foundRecord('awards', recordOf(award, 0), 3),
    foundRecord('awards', recordOf(award, 1), 3),
    foundWaiting('awards', award, 3),
    foundRecord('awards', recordOf(award, 2, { offset: '5' }), 3),
    foundRecord('awards', recordOf(award, 3, { id: 'x' }), 3),
    foundRecord('awards', recordOf({ ...award, key: 'other' }, 4), 3),
    foundRecord('awards', recordOf(awardAt(4, { table: 'T2' }), 5), 3),
  ];
  expect(all.map(({ id }) => id)).toEqual(Array(7).fill(award.id));
  for (const { id, found } of all) topic.wait(id as string, found);
  const taken = topic.take(award.id);
  expect(taken.map(({ at }) => at)).toEqual(
    [0, 2, 3, 4, 5].map((offset) => ({ partition: home, offset })),
  );
  expect(taken.filter(({ digest }) => digest === digestOfOutput(award))).toHaveLength(1);
  expect([...topic.takeBefore(home, Infinity)]).toEqual([]);
});

test('a message that waits in the outbox and is on the topic too counts as on the topic', () => {
  const topic = new SentTopic('awards', marks(), undefined, 3);
  topic.wait(award.id, foundWaiting('awards', award, 3).found);
  topic.wait(award.id, foundRecord('awards', recordOf(award, 0), 3).found);
  expect(topic.take(award.id)).toMatchObject([{ at: { partition: home, offset: 0 } }]);
});

test('what is no message of its topic has no id', () => {
  const bad = { ...recordOf(award, 7), value: Buffer.from('{"id":5}') };
  expect(foundRecord('awards', bad, 3).id).toBeUndefined();
  expect(foundRecord('awards', { ...bad, value: null }, 3).id).toBeUndefined();
});

describe('where the beginning of a partition is gone', () => {
  const read = async (low: number, ...records: LogRecord[]) => {
    const topic = new SentTopic('awards', marks(low), undefined, 3);
    const live = {
      read: (_kind: string, partition: number, from: number) =>
        Promise.resolve(partition === home ? records.filter(({ offset }) => offset >= from) : []),
    };
    await topic.read(live as never, true, () => undefined);
    return topic;
  };

  it('messages of events before the first that is left may be gone', async () => {
    const topic = await read(2, recordOf(awardAt(50), 2), recordOf(awardAt(60), 3));
    const isGone = (offset: number) =>
      topic.mayBeGone('main', { partition: home, offset, atMs: 1e12 });
    expect([49, 50, 51].map((offset) => isGone(offset))).toEqual([true, false, false]);
    const keyless = { partition: home, offset: 49, atMs: 1e12 };
    expect(topic.mayBeGone('', keyless)).toBe(true);
    expect([...topic.cuts.values()]).toMatchObject([{ offset: 2, writtenAtMs: 1_002 }]);
  });

  it('those of a partition of which none is left may be, if their events are as old', async () => {
    const topic = await read(2, recordOf(awardAt(50), 2));
    const isGone = (atMs: number) =>
      topic.mayBeGone('main', { partition: (home + 1) % 3, offset: 9, atMs });
    expect([1_000, 61_002, 61_003].map(isGone)).toEqual([true, true, false]);
  });

  it('nothing is gone of a whole one, and all may be where no record is left', async () => {
    const event = { partition: home, offset: 0, atMs: 1e12 };
    expect((await read(0, recordOf(awardAt(50), 2))).mayBeGone('main', event)).toBe(false);
    expect((await read(2)).mayBeGone('main', event)).toBe(true);
  });
});

test.each([
  ['awards', { id: 'main/T/1/2/9', jackpot: 'main', offset: 1, by: [] }, `${home}/9/award`],
  ['awards', { id: 'main/T/1/9', jackpot: 'main', by: [{ offset: 12 }] }, `${home}/12/award`],
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
