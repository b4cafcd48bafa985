import { until } from '../../../test/support/until.js';
import { Bench, Book, haltsOf, numbered } from './testing/service.js';

let bench: Bench;
beforeEach(async () => {
  bench = new Bench();
  await bench.make();
});
afterEach(() => bench.stop());

/** Applies five records, so that the ledger is at offset 5. */
async function filled(book: Book): Promise<void> {
  await bench.write(numbered('a', 5));
  const { app } = await bench.serve(book);
  await until('they are applied', () => book.applied.length === 5);
  await app.close();
}

async function expectHalt(book: Book, reason: string): Promise<void> {
  const service = await bench.serve(book);
  await until(`it halts with ${reason}`, () => haltsOf(service)[0] === reason);
  expect(service.told.errors()).toHaveLength(1);
  expect(book.applied).toHaveLength(book.positions.get(0)?.position ?? 0);
}

test('a topic made again with as many records halts, and none of them is applied', async () => {
  const book = new Book();
  await filled(book);
  await bench.makeAgain();
  await bench.write(numbered('b', 9));
  await expectHalt(book, 'log-replaced');
});

test('a topic made again under a running service is noticed too', async () => {
  const book = new Book();
  await bench.write(numbered('a', 5));
  const service = await bench.serve(book);
  await until('they are applied', () => book.applied.length === 5);
  await bench.makeAgain();
  await bench.write(numbered('b', 9));
  await until('it halts', () => haltsOf(service)[0] === 'log-replaced', 40_000);
  expect(book.values()).toEqual(numbered('a', 5));
}, 60_000);

test('a topic made again and shorter than the ledger halts', async () => {
  const book = new Book();
  await filled(book);
  await bench.makeAgain();
  await bench.write(numbered('b', 4));
  await expectHalt(book, 'log-behind-ledger');
});

async function deleteBefore(offset: string): Promise<void> {
  await bench.admin.connect();
  // kafkajs deletes only in topics that it has metadata of.
  await bench.admin.fetchTopicOffsets(bench.topic);
  const partitions = [{ partition: 0, offset }];
  await bench.admin.deleteTopicRecords({ topic: bench.topic, partitions });
}

test('records deleted before they were applied halt', async () => {
  const book = new Book();
  await filled(book);
  await bench.write(numbered('b', 5));
  await deleteBefore('7');
  await expectHalt(book, 'log-trimmed');
});

test('records deleted before anything was applied halt too', async () => {
  await bench.write(numbered('a', 5));
  await deleteBefore('1');
  await expectHalt(new Book(), 'log-trimmed');
});

test('records deleted under a running service halt with that name, not as a gap', async () => {
  const book = new Book();
  let isHeld = true;
  book.instead = async ({ records, abandoned }) => {
    if (records[0]?.offset !== 2) return undefined;
    await until('it goes on', () => !isHeld || abandoned());
    return { outcome: 'reload', detail: 'the records are gone' };
  };
  await bench.write(numbered('a', 2));
  const service = await bench.serve(book);
  await until('they are applied', () => book.applied.length === 2);
  await bench.write(numbered('b', 3));
  await deleteBefore('4');
  isHeld = false;
  await until('it halts', () => haltsOf(service)[0] === 'log-trimmed');
  expect(book.values()).toEqual(numbered('a', 2));
});

test('records deleted up to the position are no loss', async () => {
  const book = new Book();
  await filled(book);
  await deleteBefore('5');
  await bench.write(numbered('b', 2));
  await bench.serve(book);
  await until('the rest is applied', () => book.applied.length === 7);
});

test('more partitions than at the start halt them all, and stay halted', async () => {
  const book = new Book();
  await bench.write(numbered('a', 1));
  const service = await bench.serve(book);
  await until('it is applied', () => book.applied.length === 1);
  await bench.admin.connect();
  const topicPartitions = [{ topic: bench.topic, count: 2 }];
  await bench.admin.createPartitions({ topicPartitions });
  await until('it halts', () => haltsOf(service)[0] === 'partition-count-changed');
  const opened = book.opened.length;
  await bench.write(numbered('b', 1));
  await until('it has looked again', () => book.opened.length > opened, 20_000);
  await until('it halts again', () => haltsOf(service)[0] === 'partition-count-changed');
  expect(book.values()).toEqual(['a 0']);
  expect(service.told.errors()).toHaveLength(1);
}, 40_000);

test('a handler that throws halts its partition for good, and the others go on', async () => {
  await bench.makeAgain(3);
  const book = new Book();
  book.instead = ({ partition }) => {
    if (partition === 1) throw new TypeError('a bug of ours');
    return undefined;
  };
  const service = await bench.serve(book);
  for (let partition = 0; partition < 3; partition += 1) {
    await bench.write(numbered('a', 3), partition);
  }
  await until('it halts', () => haltsOf(service)[1] === 'fold-failed');
  await bench.write(numbered('b', 3), 2);
  await until('the others go on', () => book.applied.length === 9);
  expect(haltsOf(service)).toEqual({ 0: null, 1: 'fold-failed', 2: null });

  // The group is joined anew, and what was found does not become right by that.
  const second = await bench.serve(new Book());
  await until('the group is shared', () => second.server.report().partitions.length > 0);
  await second.app.close();
  await until('it has all again', () => service.server.report().partitions.length === 3);
  await until('and is halted again', () => haltsOf(service)[1] === 'fold-failed');
  expect(service.told.errors()).toHaveLength(1);
  expect(service.fatal).toEqual([]);
}, 40_000);

test('what may pass is looked at again, and goes on where it stood', async () => {
  const book = new Book();
  let isSafe = false;
  const detail = 'Redis keeps no append-only file.';
  book.beforeOpen = () =>
    isSafe ? undefined : { outcome: 'halt', reason: 'redis-unsafe', detail };
  await bench.write(numbered('a', 3));
  const service = await bench.serve(book);
  await until('it halts', () => haltsOf(service)[0] === 'redis-unsafe');
  expect(service.server.report().stuckForMs).toBeNull();
  isSafe = true;
  await until('it goes on', () => book.applied.length === 3, 20_000);
  expect(haltsOf(service)).toEqual({ 0: null });
}, 30_000);

/** Five records of a transaction, behind which Kafka writes a control record that no consumer gets. */
async function writeTransaction(): Promise<void> {
  const transactionalId = `${bench.topic}-t`;
  const options = { transactionalId, idempotent: true, maxInFlightRequests: 1 };
  const producer = bench.kafka.producer(options);
  await producer.connect();
  const transaction = await producer.transaction();
  const messages = numbered('t', 5).map((value) => ({ key: 'k', value }));
  await transaction.send({ topic: bench.topic, messages });
  await transaction.commit();
  await producer.disconnect();
}

test('a gap at the end of the log halts, and stays one at every look', async () => {
  const book = new Book();
  await writeTransaction();
  const service = await bench.serve(book);
  await until('it halts', () => haltsOf(service)[0] === 'log-gap', 40_000);
  await bench.write(numbered('b', 1));
  const opened = book.opened.length;
  const seen = new Set<string | null | undefined>();
  const hasLookedTwice = () => {
    seen.add(haltsOf(service)[0]);
    return book.opened.length > opened + 1;
  };
  await until('it has looked again, twice', hasLookedTwice, 60_000);
  expect([...seen]).toEqual(['log-gap']);
  expect(book.values()).toEqual(numbered('t', 5));
  // An operator moves the position over it.
  book.positions.set(0, { position: 6, anchor: null });
  await until('it goes on', () => book.values().includes('b 0'), 40_000);
  await until('and is well', () => haltsOf(service)[0] === null);
}, 150_000);
