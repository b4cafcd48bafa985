import { until } from '#testing/until';
import { turnMs } from './consumption.js';
import { openKafka } from './kafka.js';
import { LogServiceHarness, Book, numbered, CapturedLines } from './testing/log-service-harness.js';

let harness: LogServiceHarness;
beforeEach(async () => {
  harness = new LogServiceHarness();
  await harness.make();
});
afterEach(() => harness.stop());

test('every record is applied once and in order, in runs that a commit can take', async () => {
  const book = new Book();
  const sizes: number[] = [];
  book.instead = ({ records }) => void sizes.push(records.length);
  await harness.write(numbered('a', 10_000));
  await harness.serve(book);
  await until('all are applied', () => book.applied.length === 10_000);
  await harness.write(numbered('b', 3));
  await until('the new ones too', () => book.applied.length === 10_003);
  expect(book.values()).toEqual([...numbered('a', 10_000), ...numbered('b', 3)]);
  expect(Math.max(...sizes)).toBeLessThanOrEqual(4_000);
});

test.each([
  ['ahead of', '9'],
  ['behind', '1'],
])("the group's own offset %s the position is ignored", async (_name, offset) => {
  const book = new Book();
  await harness.write(numbered('a', 5));
  const first = await harness.serve(book);
  await until('the first are applied', () => book.applied.length === 5);
  await first.app.close();
  await harness.write(numbered('b', 5));
  await harness.admin.connect();
  const groupId = `${harness.topic}-group`;
  await until('the group is empty', async () => {
    const { groups } = await harness.admin.describeGroups([groupId]);
    return groups[0]?.state === 'Empty';
  });
  const partitions = [{ partition: 0, offset }];
  await harness.admin.setOffsets({ groupId, topic: harness.topic, partitions });
  await harness.serve(book);
  await until('the rest is applied', () => book.applied.length === 10);
  expect(book.values()).toEqual([...numbered('a', 5), ...numbered('b', 5)]);
});

test('records that come during the rest are applied when it ends', async () => {
  const [partitions, restMs] = [4, 800];
  const times: number[] = [];
  const book = new Book();
  book.instead = () => void times.push(performance.now());
  await harness.makeAgain(partitions);
  await harness.serve(book, { restMs });
  await until('all are open', () => book.opened.length === partitions);
  const isApplied = (count: number) => until(`${count} applied`, () => times.length === count);
  for (const count of [1, 2]) {
    await harness.write([`record ${count}`], 0);
    await isApplied(count);
  }
  const rest = Array.from({ length: partitions }, (_, partition) => {
    return harness.write([`to ${partition}`], partition);
  });
  await Promise.all(rest);
  await isApplied(2 + partitions);
  const [first = 0, , ...rested] = times;
  expect(Math.min(...rested) - first).toBeGreaterThan(restMs - 100);
});

test('while a partition lags there is no rest', async () => {
  const book = new Book();
  await harness.write(numbered('a', 10_000));
  await harness.serve(book, { restMs: 60_000 });
  await until('all are applied', () => book.applied.length === 10_000);
});

test('a partition whose state was dropped is opened again at the position of the ledger', async () => {
  const book = new Book();
  let reloads = 0;
  book.instead = () => {
    if (book.applied.length !== 3 || reloads === 2) return undefined;
    reloads += 1;
    // The ledger went back in time: two records must be read from the log again.
    book.positions.set(0, { position: 0, anchor: undefined });
    return { outcome: 'reload', detail: 'fenced' };
  };
  await harness.write(numbered('a', 3));
  const { server } = await harness.serve(book);
  await until('the first are applied', () => book.applied.length === 3);
  await harness.write(numbered('b', 1));
  await until('the rest is applied', () => book.applied.length === 7);
  expect(book.values()).toEqual([...numbered('a', 3), ...numbered('a', 3), 'b 0']);
  expect(reloads).toBe(2);
  expect(server.report()).toMatchObject({ state: 'running', stuckForMs: undefined });
});

test('the ledger is asked again until it answers, and the status says what is waited for', async () => {
  const book = new Book();
  let isUp = false;
  book.beforeOpen = () => (isUp ? undefined : { outcome: 'wait', detail: 'Redis is down' });
  await harness.write(numbered('a', 2));
  const { server } = await harness.serve(book);
  await until('it was asked twice', () => book.opened.length > 1);
  expect(server.report().partitions).toMatchObject([{ state: 'opening', detail: 'Redis is down' }]);
  isUp = true;
  await until('all are applied', () => book.applied.length === 2);
  expect(server.report().partitions).toMatchObject([{ state: 'open', lag: 0, position: 2 }]);
});

test('a commit that waits until its session is lost is no error, and is done again', async () => {
  const book = new Book();
  let waits = 0;
  book.instead = async ({ heartbeat, abandoned }) => {
    waits += 1;
    if (waits > 1) return undefined;
    // Acts as if another instance had joined the group while Redis was down.
    const second = harness.serve(new Book());
    await until('the session is lost', async () => {
      await heartbeat();
      return abandoned();
    });
    await (await second).app.close();
    return { outcome: 'reload', detail: 'given up' };
  };
  await harness.write(numbered('a', 2));
  const { captured } = await harness.serve(book, { sessionTimeoutMs: 6_000 });
  await until('all are applied', () => book.applied.length === 2);
  expect(captured.errors()).toEqual([]);
  expect(book.values()).toEqual(numbered('a', 2));
});

test('two instances share the partitions, and one takes over all when the other stops', async () => {
  await harness.makeAgain(4);
  const book = new Book();
  const first = await harness.serve(book);
  await until('it has all', () => first.server.report().partitions.length === 4);
  const second = await harness.serve(book);
  const shares = () => [first, second].map(({ server }) => server.report().partitions.length);
  await until('each has two', () => shares().join() === '2,2');
  for (let partition = 0; partition < 4; partition += 1) await harness.write(['x'], partition);
  await until('all are applied', () => book.applied.length === 4);
  await first.app.close();
  await until('the other has all', () => shares()[1] === 4);
  for (let partition = 0; partition < 4; partition += 1) await harness.write(['y'], partition);
  await until('all are applied', () => book.applied.length === 8);
  for (let partition = 0; partition < 4; partition += 1) {
    expect(book.values(partition)).toEqual(['x', 'y']);
  }
});

test('a bug that crashes the consumer ends in one fatal sentence after bounded restarts', async () => {
  const { fatal, server } = await harness.serve(new Book(), {
    prepare: () => Promise.reject(new TypeError('our bug')),
  });
  await until('it is fatal', () => fatal.length > 0);
  expect(fatal).toEqual([
    'The consumer crashed 6 times in five minutes, the last time with: our bug',
  ]);
  expect(server.report().state).toBe('waiting');
});

test('unreachable brokers are waited for and logged once, and closing does not wait', async () => {
  const kafka = openKafka(
    { brokers: ['127.0.0.1:1'], ssl: false, sasl: undefined, clientId: 'test' },
    new CapturedLines(),
  );
  const { captured, app } = await harness.serve(new Book(), { kafka });
  await until('it says so', () => captured.lines.length > 0);
  expect(captured.lines[0]?.message).toMatch(/^Kafka cannot be used .*; waiting for it$/);
  await app.close();
});

describe('closing takes less than 5 s', () => {
  test('when idle', async () => {
    const book = new Book();
    const { app, server } = await harness.serve(book);
    await until('it is open', () => server.report().partitions[0]?.state === 'open');
    await app.close();
    expect(server.report()).toEqual({
      ...{ state: 'stopped', isGroupForeign: false, partitions: [], stuckForMs: undefined },
      ...{ rebalances: 1, restarts: 0 },
    });
  });

  test('while the partition is being opened', async () => {
    const book = new Book();
    book.beforeOpen = () => ({ outcome: 'wait', detail: 'Redis is down' });
    const { app } = await harness.serve(book);
    await until('it is asked', () => book.opened.length > 0);
    await app.close();
    const asked = book.opened.length;
    await new Promise((resolve) => setTimeout(resolve, 700));
    expect(book.opened.length).toBe(asked);
  });

  test('while a commit waits, which is abandoned', async () => {
    const book = new Book();
    let waits = false;
    book.instead = async ({ abandoned }) => {
      waits = true;
      await until('it is abandoned', abandoned);
      return { outcome: 'reload', detail: 'given up' };
    };
    await harness.write(numbered('a', 10));
    const { app } = await harness.serve(book);
    await until('it waits', () => waits);
    await app.close();
    expect(book.applied).toEqual([]);
  });

  test('when busy, and nothing is applied afterwards', async () => {
    const book = new Book();
    await harness.write(numbered('a', 20_000));
    book.instead = () => new Promise((resolve) => setTimeout(() => resolve(undefined), 50));
    const { app } = await harness.serve(book);
    await until('it is busy', () => book.applied.length > 0);
    await app.close();
    const applied = book.applied.length;
    expect(book.positions.get(0)?.position).toBe(applied);
    await harness.serve(book);
    book.instead = () => undefined;
    await until('the next service continues at the position', () => book.applied.length === 20_000);
    expect(book.values()).toEqual(numbered('a', 20_000));
  });
});

test('a partition with much to apply lets the others have their turn', async () => {
  await harness.makeAgain(2);
  const book = new Book();
  // Each run takes as long as a turn; one delivery would have several of them.
  book.foldMs = turnMs;
  book.instead = async ({ partition }) => {
    if (partition === 0) await new Promise((resolve) => setTimeout(resolve, 100));
    return undefined;
  };
  await harness.write(numbered('a', 10_000));
  await harness.serve(book);
  await until('the first run is applied', () => book.values(0).length > 0);
  await harness.write(['b'], 1);
  await until('the other is applied', () => book.values(1).length === 1);
  expect(book.values(0).length).toBeLessThan(10_000);
  await until('all are applied', () => book.values(0).length === 10_000);
  expect(book.values(0)).toEqual(numbered('a', 10_000));
});
