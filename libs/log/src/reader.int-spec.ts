import { randomUUID } from 'node:crypto';
import { createRequire } from 'node:module';
import { jest } from '@jest/globals';
import kafkajs from 'kafkajs';
import { until } from '#testing/until';
import { openKafka } from './kafka.js';
import { LogProducer } from './producer.js';
import { readLog, readWatermarks } from './reader.js';
import type { LogRecord } from './record.js';
import {
  LogServiceHarness,
  Book,
  brokers,
  numbered,
  CapturedLines,
} from './testing/log-service-harness.js';
import { ensureTopics } from './topics.js';

let harness: LogServiceHarness;
beforeEach(async () => {
  harness = new LogServiceHarness();
  await harness.make(3);
});
afterEach(() => harness.stop());

async function read(ranges: [number, number, number][]): Promise<string[]> {
  const values: string[] = [];
  const wanted = new Map(ranges.map(([partition, from, to]) => [partition, { from, to }]));
  await readLog(harness.kafka, harness.topic, wanted, (partition, records) => {
    values.push(...records.map(({ offset, value }) => `${partition}/${offset} ${String(value)}`));
  });
  return values;
}

test('exactly the range of each partition is read, in order', async () => {
  await harness.write(numbered('a', 100), 0);
  await harness.write(numbered('b', 10), 1);
  await harness.write(numbered('c', 10), 2);
  const values = await read([
    [0, 40, 45],
    [1, 0, 2],
    [2, 3, 3],
  ]);
  expect(values.filter((value) => value.startsWith('0'))).toEqual([
    '0/40 a 40',
    '0/41 a 41',
    '0/42 a 42',
    '0/43 a 43',
    '0/44 a 44',
  ]);
  expect(values.filter((value) => !value.startsWith('0'))).toEqual(['1/0 b 0', '1/1 b 1']);
});

test('a record with 50,000 headers, one of them named like a property of every object, is read at once', async () => {
  const names = Array.from({ length: 50_000 }, (_, index) => `h${index}`);
  const headers = Object.fromEntries([...names, 'constructor'].map((name) => [name, 'x']));
  const producer = new LogProducer(harness.kafka);
  await producer.send([
    { topic: harness.topic, key: null, value: 'many', partition: 0, headers },
    { topic: harness.topic, key: null, value: 'next', partition: 0, headers: { a: 'b' } },
  ]);
  await producer.close();
  const read: LogRecord[] = [];
  await readLog(harness.kafka, harness.topic, new Map([[0, { from: 0, to: 2 }]]), (_, records) => {
    read.push(...records);
  });
  const [many, next] = read;
  expect(Object.keys(many?.headers ?? {})).toHaveLength(50_001);
  expect(String(many?.headers['constructor'])).toBe('x');
  expect(Object.entries(next?.headers ?? {}).map(String)).toEqual(['a,b']);
});

test('a range that the log does not have is refused at once', async () => {
  await harness.write(numbered('a', 5), 0);
  await expect(read([[0, 0, 6]])).rejects.toThrow(`${harness.topic}/0 has no record at offset 5`);
  await expect(read([[0, 7, 9]])).rejects.toThrow('/0 has no record at offset 7');
  await expect(read([[9, 0, 1]])).rejects.toThrow('/9 has no record at offset 0');
  await harness.admin.connect();
  await harness.admin.fetchTopicOffsets(harness.topic);
  const partitions = [{ partition: 0, offset: '2' }];
  await harness.admin.deleteTopicRecords({ topic: harness.topic, partitions });
  await expect(read([[0, 1, 5]])).rejects.toThrow('/0 has no record at offset 1');
  expect((await readWatermarks(harness.kafka, harness.topic))[0]).toEqual({ low: 2, high: 5 });
});

test('an error of the reader is passed on, and the records are not delivered again', async () => {
  await harness.write(numbered('a', 5), 0);
  let calls = 0;
  const reading = readLog(harness.kafka, harness.topic, new Map([[0, { from: 0, to: 5 }]]), () => {
    calls += 1;
    throw new Error('these records are wrong');
  });
  await expect(reading).rejects.toThrow('these records are wrong');
  expect(calls).toBe(1);
});

test('a range is read while no broker has a consumer group', async () => {
  await harness.write(numbered('a', 5), 0);
  const require = createRequire(import.meta.url);
  const { prototype } = require('kafkajs/src/broker') as {
    prototype: { findGroupCoordinator: () => Promise<never> };
  };
  const refuses = jest.spyOn(prototype, 'findGroupCoordinator');
  refuses.mockRejectedValue(new Error('there is no coordinator'));
  expect(await read([[0, 0, 5]])).toHaveLength(5);
  refuses.mockRestore();
});

test('existing topics are left unchanged, missing ones are created', async () => {
  const other = `${harness.topic}-other`;
  const config = { 'retention.ms': '12345678' };
  await ensureTopics(harness.kafka, [
    { topic: harness.topic, partitions: 12, config },
    { topic: other, partitions: 2, config },
  ]);
  await harness.admin.connect();
  const resources = [harness.topic, other].map((name) => ({
    type: kafkajs.ConfigResourceTypes.TOPIC,
    name,
    configNames: ['retention.ms'],
  }));
  const described = await harness.admin.describeConfigs({ resources, includeSynonyms: false });
  const retention = described.resources.map(({ configEntries }) => configEntries[0]?.configValue);
  await harness.admin.deleteTopics({ topics: [other] });
  expect(retention).toEqual(['604800000', '12345678']);
  expect(await readWatermarks(harness.kafka, harness.topic)).toHaveLength(3);
});

test('the producer keeps the order of a topic, returns the offsets, and connects on demand', async () => {
  const kafka = openKafka(
    { brokers: brokers.split(','), ssl: false, sasl: undefined, clientId: `p-${randomUUID()}` },
    new CapturedLines(),
  );
  const producer = new LogProducer(kafka);
  const { topic } = harness;
  const send = (values: string[]) =>
    producer.send(values.map((value) => ({ topic, key: 'k', value, partition: 2 })));
  expect(await send(['a', 'b'])).toEqual([{ topic, partition: 2, baseOffset: 0 }]);
  expect(await send(['c'])).toEqual([{ topic, partition: 2, baseOffset: 2 }]);
  await producer.close();
  expect(await read([[2, 0, 3]])).toEqual(['2/0 a', '2/1 b', '2/2 c']);
});

test('records without a partition go where murmur2 of their key says', async () => {
  const book = new Book();
  const producer = new LogProducer(harness.kafka);

  const { topic } = harness;
  const keys = ['fortune-main', 'a', 'b', 'jackpot-1', 'T1'];
  await producer.send(keys.map((key) => ({ topic, key, value: key })));
  await producer.close();
  await harness.serve(book);
  await until('all are there', () => book.applied.length === keys.length);
  const { homePartition } = await import('#contract');
  for (const { partition, value } of book.applied) {
    expect(partition).toBe(homePartition(String(value), 3));
  }
});
