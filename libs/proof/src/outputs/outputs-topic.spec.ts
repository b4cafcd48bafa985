import { homePartition } from '#contract';
import type { LogRecord } from '#log';
import { digestOfOutput, digestOfRecord, type FoundOutput } from './found-output.js';
import { idOfContent, originOfId } from './message-id.js';
import { OutputsTopic } from './outputs-topic.js';

const home = homePartition('main', 3);

/** An award of `main` at an offset of its home partition, as the relay writes it. */
function awardAt(offset: number, changes: object = {}) {
  const content = { id: `main/T1/1/${offset}`, jackpot: 'main', offset, by: [], ...changes };
  return { key: 'main', id: `${home}/${offset}/award`, value: JSON.stringify(content) };
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

/** Reads a topic of these records; a message must wait until `passed` returns true for it. */
async function read(low: number, records: LogRecord[], passed: (found: FoundOutput) => boolean) {
  const topic = new OutputsTopic('awards', marks(low), [], 3);
  const judged: FoundOutput[] = [];
  const follow = (isToEnd: boolean): Promise<void> => {
    const live = {
      read: (_kind: string, partition: number, from: number) =>
        Promise.resolve(partition === home ? records.filter(({ offset }) => offset >= from) : []),
    };
    return topic.follow(live as never, isToEnd, (found) => {
      return passed(found) ? Promise.resolve(void judged.push(found)) : undefined;
    });
  };
  await follow(true);
  return { topic, judged, follow };
}

test.each([
  ['itself', recordOf(award, 1), true],
  ['another header', recordOf(award, 2, { offset: '5' }), false],
  ['another id', recordOf(award, 3, { id: 'x' }), false],
  ['another key', recordOf({ ...award, key: 'other' }, 4), false],
  ['another content', recordOf(awardAt(4, { table: 'T2' }), 5), false],
])('a message has the digest of %s: %#', (_, record, isSame) => {
  expect(digestOfRecord(record) === digestOfOutput(award)).toBe(isSame);
});

test('what must wait is judged as soon as the fold has passed it, whatever came before it', async () => {
  let passed = 0;
  const records = [7, 4, 9].map((offset, at) => recordOf(awardAt(offset), at));
  const { judged, follow } = await read(0, records, ({ origin }) => origin.offset < passed);
  const steps: number[][] = [];
  for (passed of [0, 5, 8, 10]) {
    await follow(false);
    steps.push(judged.map(({ origin }) => origin.offset));
  }
  expect(steps).toEqual([[], [4], [4, 7], [4, 7, 9]]);
});

test('what is no message of its topic has no id', async () => {
  const bad = { ...recordOf(award, 7), value: Buffer.from('{"id":5}') };
  const { judged } = await read(0, [bad, { ...bad, offset: 8, value: null }], () => true);
  expect(judged.map(({ id }) => id)).toEqual(['', '']);
});

describe('where retention has deleted the beginning of a topic', () => {
  const waits = () => false;
  const topicOf = async (low: number, ...records: LogRecord[]) =>
    (await read(low, records, waits)).topic;

  it('messages of events before the first that is left may be gone', async () => {
    const topic = await topicOf(2, recordOf(awardAt(50), 2), recordOf(awardAt(60), 3));
    const isGone = (offset: number) => topic.mayBeGone('main', { partition: home, offset }, 1e12);
    expect([49, 50, 51].map((offset) => isGone(offset))).toEqual([true, false, false]);
    expect(topic.mayBeGone('', { partition: home, offset: 49 }, 1e12)).toBe(true);
    const at = '1970-01-01T00:00:01.002Z';
    expect(topic.cuts).toEqual([{ topic: 'awards', partition: home, offset: 2, at }]);
  });

  it('those of a partition of which none is left may be, if their events are as old', async () => {
    const topic = await topicOf(2, recordOf(awardAt(50), 2));
    const isGone = (atMs: number) =>
      topic.mayBeGone('main', { partition: (home + 1) % 3, offset: 9 }, atMs);
    expect([1_000, 61_002, 61_003].map(isGone)).toEqual([true, true, false]);
  });

  it('none is gone whose event is less than a day old, whatever is left', async () => {
    const nowMs = 1e12;
    const event = { partition: home, offset: 9 };
    for (const low of [2, 99]) {
      const topic = new OutputsTopic('awards', marks(low), [], 3, nowMs);
      const isGone = (ageMs: number) => topic.mayBeGone('main', event, nowMs - ageMs);
      expect([86_399_999, 86_400_000].map(isGone)).toEqual([false, true]);
    }
  });

  it('nothing is gone of a whole one, and all may be where no record is left', async () => {
    const event = { partition: home, offset: 0 };
    expect((await topicOf(0, recordOf(awardAt(50), 2))).mayBeGone('main', event, 1e12)).toBe(false);
    expect((await topicOf(2)).mayBeGone('main', event, 1e12)).toBe(true);
  });
});

test('a topic with fewer partitions than a checkpoint names is another', () => {
  const read = () => new OutputsTopic('awards', marks(), [0, 0, 0, 5], 3);
  expect(read).toThrow(/^Partition 3 of the topic of .* had 5 records .* has 0 now/);
});

test.each([
  ['awards', { id: 'main/T/1/2/9', jackpot: 'main', offset: 1, by: [] }, `${home}/9/award`],
  ['awards', { id: 'main/T/1/9', jackpot: 'main', by: [{ offset: 12 }] }, `${home}/12/award`],
  ['exceptions', { partition: 2, offset: 7, reason: 'malformed' }, '2/7/malformed'],
  [
    'exceptions',
    { partition: 2, offset: 7, reason: 'malformed', source: null, summed: { of: 'others' } },
    '2/7/summed/others/malformed/',
  ],
  ['pool-values', { jackpot: 'main', version: 5 }, `${home}/4/value/main/5`],
  ['pool-values', { jackpot: 'main', version: 'x' }, ''],
  ['awards', { id: 'main/T1/1/x', jackpot: 'main' }, ''],
  ['exceptions', null, ''],
] as const)('the id of a message of %s follows from its content %j', (kind, content, id) => {
  expect(idOfContent(kind, JSON.stringify(content), 3)).toBe(id);
  expect(originOfId(id).partition).toBe(id === '' ? NaN : Number(id[0]));
});
