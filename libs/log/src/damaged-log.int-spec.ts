import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '#testing/until';
import { startKafka } from '../../../tools/stack/kafka.mjs';
import { readLog } from './reader.js';
import { Book, haltsOf, LogServiceHarness, numbered } from './testing/log-service-harness.js';
import { TopicReader } from './topic-reader.js';

/** Changes the broker's own files, as a disk fault would; the broker sends them unchanged. */
let kafka: Awaited<ReturnType<typeof startKafka>>;
let dataDir: string;
let harness: LogServiceHarness;
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'jackpot-damaged-'));
  kafka = await startKafka({ dataDir, isShortLived: true });
});
afterAll(async () => {
  await kafka.stop();
  rmSync(dataDir, { recursive: true });
});
beforeEach(async () => {
  harness = new LogServiceHarness({ own: kafka.brokers });
  await harness.make(2);
});
afterEach(() => harness.stop());

function segmentOf(partition: number): string {
  return join(dataDir, 'logs', `${harness.topic}-${partition}`, '00000000000000000000.log');
}

/** Changes the bytes of a segment in place, and returns a function that restores them. */
function change(partition: number, edit: (bytes: Buffer) => void): () => void {
  const file = segmentOf(partition);
  const whole = readFileSync(file);
  const changed = Buffer.from(whole);
  edit(changed);
  expect(changed.equals(whole)).toBe(false);
  // Written in place: the broker has the file open.
  writeFileSync(file, changed, { flag: 'r+' });
  return () => writeFileSync(file, whole, { flag: 'r+' });
}

const flip = (text: string) => (bytes: Buffer) => void (bytes[bytes.indexOf(text)]! ^= 1);
const read = (partition: number, from: number, to: number) =>
  readLog(harness.kafka, harness.topic, new Map([[partition, { from, to }]]), () => undefined);

// clause 16, 39
test('a flipped bit on the disk halts its partition, which goes on when the log is whole again', async () => {
  for (const partition of [0, 1]) {
    await harness.write(numbered('a', 3), partition);
    await harness.write(numbered('b', 3), partition);
  }
  const putBack = change(0, flip('b 1'));
  const book = new Book();
  const service = await harness.serve(book);
  await until('it halts', () => haltsOf(service)[0] === 'log-damaged');
  await until('the other is read', () => book.values(1).length === 6);
  const { restarts } = service.server.report();
  await harness.write(numbered('c', 3), 1);
  await until('the other goes on', () => book.values(1).length === 9);
  expect(book.values(0)).toEqual(numbered('a', 3));
  expect(haltsOf(service)).toEqual({ 0: 'log-damaged', 1: undefined });
  expect(service.captured.errors()).toEqual([
    expect.stringMatching(
      /^halted: The batch at offsets 3 to 5 has the checksum [0-9a-f]{8}, and was written with [0-9a-f]{8}\.$/,
    ),
  ]);
  const opened = book.opened.length;
  await until('it is checked again', () => book.opened.length > opened);
  await until('it halts again', () => haltsOf(service)[0] === 'log-damaged');

  putBack();
  await until('it goes on', () => book.values(0).length === 6);
  expect(haltsOf(service)).toEqual({ 0: undefined, 1: undefined });
  expect(service.captured.errors()).toHaveLength(1);
  expect(service.server.report().restarts).toBe(restarts);
});

test('what was left uncommitted before the damage is committed before the halt', async () => {
  await harness.write(numbered('a', 3), 0);
  await harness.write(numbered('b', 3), 0);
  change(0, flip('b 1'));
  const book = new Book();
  book.leaves = () => true;
  const service = await harness.serve(book);
  await until('it halts', () => haltsOf(service)[0] === 'log-damaged');
  expect(book.values(0)).toEqual(numbered('a', 3));
  expect(service.server.report().partitions[0]).toMatchObject({ position: 3 });
});

test('every reader refuses a damaged batch with a sentence, and reads what is before it', async () => {
  await harness.write(numbered('a', 3));
  await harness.write(numbered('b', 3));
  change(0, flip('b 1'));
  const sentence = `${harness.topic}/0: The batch at offsets 3 to 5 has the checksum`;
  await expect(read(0, 0, 6)).rejects.toThrow(sentence);
  const reader = new TopicReader(harness.kafka, harness.topic);
  await expect(reader.read(0, 3)).rejects.toThrow(sentence);
  await read(0, 0, 3);
  expect(await reader.read(0, 2)).toMatchObject([{ offset: 2 }]);
  await reader.close();
});

test.each([
  ['its format', 16, 'log-unreadable'],
  ['its checksum', 18, 'log-damaged'],
  ['how many records it has', 60, 'log-damaged'],
])('damage to %s halts its partition alone', async (_what, at, reason) => {
  await harness.write(numbered('a', 3), 0);
  await harness.write(numbered('a', 3), 1);
  change(0, (bytes) => void (bytes[at]! ^= 1));
  const book = new Book();
  const service = await harness.serve(book);
  await until('it halts', () => haltsOf(service)[0] === reason);
  await until('the other is read', () => book.values(1).length === 3);
  expect(book.values(0)).toEqual([]);
  expect(service.server.report().restarts).toBe(0);
});

test('offsets that are missing in the middle halt their partition, and an operator moves over them', async () => {
  for (const prefix of ['a', 'b', 'c']) await harness.write(numbered(prefix, 3));
  // No checksum covers the first offset of a batch.
  change(0, (bytes) => {
    const second = 12 + bytes.readInt32BE(8);
    bytes.writeBigInt64BE(4n, second);
  });
  const book = new Book();
  const service = await harness.serve(book);
  await until('it halts', () => haltsOf(service)[0] === 'log-gap');
  expect(book.values(0)).toEqual(numbered('a', 3));
  const opened = book.opened.length;
  await until('it is checked again', () => book.opened.length > opened);
  await until('it halts again', () => haltsOf(service)[0] === 'log-gap');
  book.positions.set(0, { position: 4, anchor: undefined });
  await until('it goes on', () => book.values(0).length > 3);
});
