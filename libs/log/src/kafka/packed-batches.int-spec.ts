import { execFileSync } from 'node:child_process';
import { promisify } from 'node:util';
import { zstdCompress } from 'node:zlib';
import kafkajs from 'kafkajs';
import { until } from '#testing/until';
import { findKcat } from '../../../../tools/stack/prerequisites.mjs';
import { LogProducer } from '../producer.js';
import { readLog } from '../reader.js';
import {
  Book,
  brokers,
  haltsOf,
  LogServiceHarness,
  numbered,
} from '../testing/log-service-harness.js';
import { ensureTopics } from '../topics.js';

let harness: LogServiceHarness;
beforeEach(async () => {
  harness = new LogServiceHarness();
  await harness.make(2);
});
afterEach(() => harness.stop());

/** Values so long and similar that every codec packs them, in several blocks. */
const values = numbered('a bet of a table on the jackpot, which is like the one before:', 3_000);
const input = `${values.join('\n')}\n`;

async function read(topic = harness.topic): Promise<string[]> {
  const found: string[] = [];
  const ranges = new Map([[0, { from: 0, to: values.length }]]);
  await readLog(harness.kafka, topic, ranges, (_, records) => {
    found.push(...records.map(({ value }) => String(value)));
  });
  return found;
}

test.each(['gzip', 'snappy', 'lz4', 'zstd'])(
  'what librdkafka packs with %s is read',
  async (codec) => {
    await findKcat();
    const to = ['-b', brokers, '-t', harness.topic, '-p', '0', '-P'];
    execFileSync('kcat', [...to, '-z', codec, '-X', 'linger.ms=100'], { input });
    expect(await read()).toEqual(values);
  },
);

test.each(['gzip', 'snappy', 'lz4', 'zstd'])(
  'what Kafka’s own classes pack with %s is read',
  async (codec) => {
    // The broker packs unpacked input, as a Java producer does.
    const config = { 'compression.type': codec };
    const topic = `${harness.topic}-${codec}`;
    await ensureTopics(harness.kafka, [{ topic, partitions: 1, config }]);
    const producer = new LogProducer(harness.kafka);
    await producer.send(values.map((value) => ({ topic, key: null, value })));
    await producer.close();
    expect(await read(topic)).toEqual(values);
    await harness.admin.connect();
    await harness.admin.deleteTopics({ topics: [topic] });
  },
);

test('a batch that unpacks to 300 MiB halts its partition alone, and takes little memory', async () => {
  const { ZSTD } = kafkajs.CompressionTypes;
  kafkajs.CompressionCodecs[ZSTD] = () => ({
    compress: ({ buffer }: { buffer: Buffer }) => promisify(zstdCompress)(buffer),
    decompress: () => Promise.reject(new Error('kafkajs itself unpacks nothing')),
  });
  const producer = harness.kafka.producer();
  await producer.connect();
  const bomb = { value: Buffer.alloc(300 * 1024 * 1024), partition: 0 };
  await producer.send({ topic: harness.topic, messages: [bomb], compression: ZSTD });
  await producer.disconnect();
  await harness.write(numbered('b', 3), 1);
  global.gc?.();
  const before = process.memoryUsage().rss;
  const book = new Book();
  const service = await harness.serve(book);
  await until('it halts', () => haltsOf(service)[0] === 'log-unreadable');
  await until('the other is read', () => book.values(1).length === 3);
  expect(service.captured.errors()).toEqual([
    'halted: The batch at offsets 0 to 0 cannot be unpacked: they unpack to more than 67108864 bytes.',
  ]);
  expect(process.memoryUsage().rss - before).toBeLessThan(250 * 1024 * 1024);
  expect(haltsOf(service)).toEqual({ 0: 'log-unreadable', 1: undefined });
});
