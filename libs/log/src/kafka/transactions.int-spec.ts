import type { Transaction } from 'kafkajs';
import { beginTransaction } from '#testing/begin-transaction';
import { until } from '#testing/until';
import { readLog } from '../reader.js';
import type { LogRecord } from '../record.js';
import { Book, haltsOf, LogServiceHarness, numbered } from '../testing/log-service-harness.js';
import { TopicReader } from '../topic-reader.js';

let harness: LogServiceHarness;
beforeEach(async () => {
  harness = new LogServiceHarness();
  await harness.make();
});
afterEach(() => harness.stop());

/** Runs `use` with its own transactional producer, which is closed afterwards. */
async function producing(
  name: string,
  use: (begin: () => Promise<Transaction>) => Promise<void>,
): Promise<void> {
  const transactionalId = `${harness.topic}-${name}`;
  const options = { transactionalId, idempotent: true, maxInFlightRequests: 1 };
  const producer = harness.kafka.producer(options);
  await producer.connect();
  await use(() => beginTransaction(producer));
  await producer.disconnect();
}

async function send(transaction: Transaction, prefix: string, count: number): Promise<void> {
  const messages = numbered(prefix, count).map((value) => ({ key: 'k', value }));
  await transaction.send({ topic: harness.topic, messages });
}

/** The content of the log, with the reason for each record that is stepped over. */
const shown = ({ offset, value, steppedOver }: LogRecord) =>
  `${offset} ${steppedOver === 'marker' ? 'marker' : `${String(value)}${steppedOver ? ' aborted' : ''}`}`;

async function readAll(from: number, to: number): Promise<string[]> {
  const found: string[] = [];
  const ranges = new Map([[0, { from, to }]]);
  await readLog(harness.kafka, harness.topic, ranges, (_, records) => {
    found.push(...records.map(shown));
  });
  return found;
}

test('transactions at the end and in the middle of the log halt nothing', async () => {
  const book = new Book();
  await harness.write(numbered('a', 2));
  await producing('t', async (begin) => {
    const committed = await begin();
    await send(committed, 'c', 2);
    await committed.commit();
  });
  const service = await harness.serve(book);
  const position = (at: number) => () => book.positions.get(0)?.position === at;
  await until('the marker at the end is passed', position(5));
  expect(service.server.report().partitions[0]).toMatchObject({ lag: 0, state: 'open' });
  await producing('t', async (begin) => {
    const aborted = await begin();
    await send(aborted, 'x', 3);
    await aborted.abort();
  });
  await until('what was aborted at the end is passed', position(9));
  await harness.write(numbered('b', 2));
  await until('it goes on', position(11));
  expect(book.applied.map(shown)).toEqual([
    ...['0 a 0', '1 a 1', '2 c 0', '3 c 1', '4 marker'],
    ...['5 x 0 aborted', '6 x 1 aborted', '7 x 2 aborted', '8 marker', '9 b 0', '10 b 1'],
  ]);
  expect(haltsOf(service)).toEqual({ 0: undefined });
  expect(service.captured.errors()).toEqual([]);

  // The last applied record is recognised again, even if it is a marker.
  book.positions.set(0, { position: 9, anchor: undefined });
  await service.app.close();
  const second = await harness.serve(book);
  await until('it is there again', position(11));
  expect(haltsOf(second)).toEqual({ 0: undefined });
});

test('a marker as the last applied record is recognised again', async () => {
  const book = new Book();
  await producing('t', async (begin) => {
    const committed = await begin();
    await send(committed, 'c', 2);
    await committed.commit();
  });
  const first = await harness.serve(book);
  await until('the marker is passed', () => book.positions.get(0)?.position === 3);
  await first.app.close();
  const second = await harness.serve(book);
  await harness.write(numbered('b', 1));
  await until('it goes on', () => book.positions.get(0)?.position === 4);
  expect(haltsOf(second)).toEqual({ 0: undefined });
});

test('what was aborted is the same for every reader, wherever it begins', async () => {
  await producing('one', (beginOne) =>
    producing('two', async (beginTwo) => {
      const [one, two] = [await beginOne(), await beginTwo()];
      await send(one, 'one', 2);
      await send(two, 'two', 2);
      await send(one, 'one', 1);
      await harness.write(numbered('b', 1));
      await send(two, 'two', 1);
      await one.abort();
      await two.abort();
      const three = await beginTwo();
      await send(three, 'three', 1);
      await three.commit();
    }),
  );
  const all = await readAll(0, 11);
  expect(all).toEqual([
    ...['0 one 0 aborted', '1 one 1 aborted', '2 two 0 aborted', '3 two 1 aborted'],
    ...['4 one 0 aborted', '5 b 0', '6 two 0 aborted', '7 marker', '8 marker'],
    ...['9 three 0', '10 marker'],
  ]);
  const reader = new TopicReader(harness.kafka, harness.topic);
  for (let from = 0; from < all.length; from += 1) {
    expect(await readAll(from, all.length)).toEqual(all.slice(from));
    const found = await reader.read(0, from);
    expect(found?.map(shown)).toEqual(all.slice(from));
  }
  await reader.close();
});

test('records behind an open transaction wait until it ends', async () => {
  const book = new Book();
  const service = await harness.serve(book);
  await producing('t', async (begin) => {
    const open = await begin();
    await send(open, 't', 1);
    await harness.write(numbered('b', 1));
    await until('it runs', () => service.server.report().partitions[0]?.state === 'open');
    let looks = 0;
    service.server.listenToWatch(() => void (looks += 1));
    await until('it has looked at the end of the log', () => looks === 2);
    expect(book.applied).toEqual([]);
    await open.commit();
  });
  await until('both are there', () => book.applied.length === 3);
  expect(book.applied.map(shown)).toEqual(['0 t 0', '1 b 0', '2 marker']);
});
