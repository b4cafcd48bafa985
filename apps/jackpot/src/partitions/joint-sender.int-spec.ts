import { randomUUID } from 'node:crypto';
import { ensureTopics, LogProducer, openKafka, TopicReader } from '#log';
import { silent } from '#testing/test-stack';
import { JointSender } from './joint-sender.js';

const brokers = (process.env['KAFKA_BROKERS'] ?? '127.0.0.1:9092').split(',');
const kafka = openKafka({ brokers, ssl: false, sasl: undefined, clientId: 'test' }, silent);
const topic = `t${randomUUID().slice(0, 8)}.joint`;
const admin = kafka.admin();
const producer = new LogProducer(kafka);
const reader = new TopicReader(kafka, topic);

beforeAll(async () => {
  await admin.connect();
  await ensureTopics(kafka, [{ topic, partitions: 4, config: {} }]);
});
afterAll(async () => {
  await Promise.all([producer.close(), reader.close()]);
  await admin.deleteTopics({ topics: [topic] });
  await admin.disconnect();
});

const message = (partition: number, value: string) => ({ topic, key: null, value, partition });
const valuesOf = async (partition: number) =>
  ((await reader.read(partition, 0)) ?? []).map(({ value }) => String(value));

test('what is sent in one turn is written once, in order, and its place answered', async () => {
  const sender = new JointSender(producer);
  const places = await Promise.all([
    sender.send([message(0, 'a'), message(0, 'b')]),
    sender.send([message(1, 'c')]),
    sender.send([message(0, 'd')]),
  ]);
  expect(await valuesOf(0)).toEqual(['a', 'b', 'd']);
  expect(await valuesOf(1)).toEqual(['c']);
  expect(places.map(([place]) => place?.baseOffset)).toEqual([0, 0, 2]);
});

test('what a broker refuses holds up nothing that was sent with it', async () => {
  const sender = new JointSender(producer);
  const answers = await Promise.allSettled([
    sender.send([message(2, 'good')]),
    sender.send([message(3, 'x'.repeat(2_000_000))]),
  ]);
  expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
  // Once with the refused one, or alone, or both.
  expect(new Set(await valuesOf(2))).toEqual(new Set(['good']));
  expect(await valuesOf(3)).toEqual([]);
  // Then each is sent alone for a while.
  await sender.send([message(2, 'next')]);
  expect((await valuesOf(2)).at(-1)).toBe('next');
});
