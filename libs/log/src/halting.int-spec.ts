import { until } from '#testing/until';
import { LogServiceHarness, Book, haltsOf, numbered } from './testing/log-service-harness.js';

let harness: LogServiceHarness;
beforeEach(async () => {
  harness = new LogServiceHarness();
  await harness.make();
});
afterEach(() => harness.stop());

/** Applies five records, so that the ledger is at offset 5. */
async function filled(book: Book): Promise<void> {
  await harness.write(numbered('a', 5));
  const { app } = await harness.serve(book);
  await until('they are applied', () => book.applied.length === 5);
  await app.close();
}

async function expectHalt(book: Book, reason: string): Promise<void> {
  const service = await harness.serve(book);
  await until(`it halts with ${reason}`, () => haltsOf(service)[0] === reason);
  expect(service.captured.errors()).toHaveLength(1);
  expect(book.applied).toHaveLength(book.positions.get(0)?.position ?? 0);
}

test('a topic created again with enough records halts, and none of them is applied', async () => {
  const book = new Book();
  await filled(book);
  await harness.makeAgain();
  await harness.write(numbered('b', 9));
  await expectHalt(book, 'log-replaced');
});

test('a topic created again while the service runs halts too', async () => {
  const book = new Book();
  await harness.write(numbered('a', 5));
  const service = await harness.serve(book);
  await until('they are applied', () => book.applied.length === 5);
  await harness.makeAgain();
  await harness.write(numbered('b', 9));
  await until('it halts', () => haltsOf(service)[0] === 'log-replaced');
  expect(book.values()).toEqual(numbered('a', 5));
});

test('a topic created again and shorter than the ledger halts', async () => {
  const book = new Book();
  await filled(book);
  await harness.makeAgain();
  await harness.write(numbered('b', 4));
  await expectHalt(book, 'log-behind-ledger');
});

async function deleteBefore(offset: string): Promise<void> {
  await harness.admin.connect();
  // kafkajs deletes only in topics that it has metadata of.
  await harness.admin.fetchTopicOffsets(harness.topic);
  const partitions = [{ partition: 0, offset }];
  await harness.admin.deleteTopicRecords({ topic: harness.topic, partitions });
}

test('records deleted before they were applied halt', async () => {
  const book = new Book();
  await filled(book);
  await harness.write(numbered('b', 5));
  await deleteBefore('7');
  await expectHalt(book, 'log-trimmed');
});

test('records deleted before anything was applied halt too', async () => {
  await harness.write(numbered('a', 5));
  await deleteBefore('1');
  await expectHalt(new Book(), 'log-trimmed');
});

test('records deleted while the service runs halt as trimmed, not as a gap', async () => {
  const book = new Book();
  let isHeld = true;
  book.instead = async ({ records, abandoned }) => {
    if (records[0]?.offset !== 2) return undefined;
    await until('it goes on', () => !isHeld || abandoned());
    return { outcome: 'reload', detail: 'the records are gone' };
  };
  await harness.write(numbered('a', 2));
  const service = await harness.serve(book);
  await until('they are applied', () => book.applied.length === 2);
  await harness.write(numbered('b', 3));
  await deleteBefore('4');
  isHeld = false;
  await until('it halts', () => haltsOf(service)[0] === 'log-trimmed');
  expect(book.values()).toEqual(numbered('a', 2));
});

test('records deleted up to the position are no loss', async () => {
  const book = new Book();
  await filled(book);
  await deleteBefore('5');
  await harness.write(numbered('b', 2));
  await harness.serve(book);
  await until('the rest is applied', () => book.applied.length === 7);
});

test('more partitions than at the start halt them all, and stay halted', async () => {
  const book = new Book();
  await harness.write(numbered('a', 1));
  const service = await harness.serve(book);
  await until('it is applied', () => book.applied.length === 1);
  await harness.admin.connect();
  const topicPartitions = [{ topic: harness.topic, count: 2 }];
  await harness.admin.createPartitions({ topicPartitions });
  await until('it halts', () => haltsOf(service)[0] === 'partition-count-changed');
  const opened = book.opened.length;
  await harness.write(numbered('b', 1));
  await until('it has looked again', () => book.opened.length > opened);
  await until('it halts again', () => haltsOf(service)[0] === 'partition-count-changed');
  expect(book.values()).toEqual(['a 0']);
  expect(service.captured.errors()).toHaveLength(1);
});

test('a handler that throws halts its partition permanently, and the others go on', async () => {
  await harness.makeAgain(3);
  const book = new Book();
  book.instead = ({ partition }) => {
    if (partition === 1) throw new TypeError('a bug of ours');
    return undefined;
  };
  const service = await harness.serve(book);
  for (let partition = 0; partition < 3; partition += 1) {
    await harness.write(numbered('a', 3), partition);
  }
  await until('it halts', () => haltsOf(service)[1] === 'fold-failed');
  await harness.write(numbered('b', 3), 2);
  await until('the others go on', () => book.applied.length === 9);
  expect(haltsOf(service)).toStrictEqual({ 0: undefined, 1: 'fold-failed', 2: undefined });

  // Another join of the group does not end the halt.
  const second = await harness.serve(new Book());
  await until('the group is shared', () => second.server.report().partitions.length > 0);
  await second.app.close();
  await until('it has all again', () => service.server.report().partitions.length === 3);
  await until('and is halted again', () => haltsOf(service)[1] === 'fold-failed');
  expect(service.captured.errors()).toHaveLength(1);
  expect(service.fatal).toEqual([]);
});

test('a temporary halt is checked again, and the partition goes on at its position', async () => {
  const book = new Book();
  let isSafe = false;
  const detail = 'Redis keeps no append-only file.';
  book.beforeOpen = () =>
    isSafe ? undefined : { outcome: 'halt', reason: 'redis-unsafe', detail };
  await harness.write(numbered('a', 3));
  const service = await harness.serve(book);
  await until('it halts', () => haltsOf(service)[0] === 'redis-unsafe');
  expect(service.server.report().stuckForMs).toBeUndefined();
  isSafe = true;
  await until('it goes on', () => book.applied.length === 3);
  expect(haltsOf(service)).toStrictEqual({ 0: undefined });
  const events = service.captured.lines.map(({ fields }) => (fields as { event: string }).event);
  expect(events).toEqual(['group-joined', 'partition-halted', 'partition-resumed']);
});
