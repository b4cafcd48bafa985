import { randomUUID } from 'node:crypto';
import { topicName } from '#contract';
import { ensureTopics, openKafka, readLog, type LogRecord } from '#log';
import { silent } from '#testing/test-stack';
import kafkajs from 'kafkajs';
import { topicsToMake } from './topics.js';

const brokers = (process.env['KAFKA_BROKERS'] ?? '127.0.0.1:9092').split(',');
const kafka = openKafka({ brokers, ssl: false, sasl: undefined, clientId: 'test' }, silent);
const prefix = `t${randomUUID().slice(0, 8)}.`;
const topic = topicName(prefix, 'events');
const admin = kafka.admin();

beforeAll(async () => {
  await admin.connect();
  await ensureTopics(kafka, topicsToMake(prefix));
});
afterAll(async () => {
  await admin.deleteTopics({ topics: topicsToMake(prefix).map((each) => each.topic) });
  await admin.disconnect();
});

test('a record of the events topic has the broker’s time, whatever its producer says', async () => {
  const beganAtMs = Date.now();
  const producer = kafka.producer();
  await producer.connect();
  for (const compression of [kafkajs.CompressionTypes.None, kafkajs.CompressionTypes.GZIP]) {
    const backdated = { partition: 0, value: '{}', timestamp: '951782400000' };
    await producer.send({ topic, compression, messages: [backdated, backdated] });
  }
  await producer.disconnect();
  const read: LogRecord[] = [];
  await readLog(kafka, topic, new Map([[0, { from: 0, to: 4 }]]), (_, records) => {
    read.push(...records);
  });
  expect(read).toHaveLength(4);
  for (const { recordedAtMs } of read) {
    expect(recordedAtMs).toBeGreaterThanOrEqual(beganAtMs - 1_000);
    expect(recordedAtMs).toBeLessThanOrEqual(Date.now() + 1_000);
  }
});
