import { setTimeout as sleep } from 'node:timers/promises';
import { homePartition, signAckSchema, topicName, type ServiceLog, type SignAck } from '#contract';
import { ensureTopics, LogProducer, openKafka, readLog, readWatermarks } from '#log';
import { TestStack } from '#testing/test-stack';
import { until } from '#testing/until';
import { AckStore } from './ack-store.js';

const partitions = 3;

const ackOf = (sign: string, value: number): SignAck => ({
  sign,
  jackpot: 'main',
  version: 7,
  value,
  state: 'running',
  paintedAt: '2026-11-21T04:00:00.000Z',
  receivedAt: '2026-11-21T04:00:00.100Z',
  newest: { version: 7, value: 1_000 },
  above: value > 1_000,
});

let stack: TestStack;
let topic: string;
const lines: string[] = [];
const write = ({ event }: { event: string }): number => lines.push(event);
const log: ServiceLog = { debug() {}, info: write, warn: write, error: write, fatal: write };

beforeEach(() => {
  stack = new TestStack();
  topic = topicName(stack.prefix, 'sign-acks');
  lines.length = 0;
});
afterEach(() => stack.close());

const makeTopic = (): Promise<void> =>
  ensureTopics(stack.kafka, [{ topic, partitions, config: {} }]);

async function kept(): Promise<{ partition: number; ack: SignAck }[]> {
  const marks = await readWatermarks(stack.kafka, topic);
  const ranges = new Map(marks.map(({ low, high }, each) => [each, { from: low, to: high }]));
  const found: { partition: number; ack: SignAck }[] = [];
  await readLog(stack.kafka, topic, ranges, (partition, records) => {
    for (const { value } of records) {
      found.push({ partition, ack: signAckSchema.parse(JSON.parse(String(value))) });
    }
  });
  return found;
}

test('what a sign acknowledges is in the partition of its name, in order', async () => {
  await makeTopic();
  const store = new AckStore(stack.producer, stack.prefix, log, () => undefined);
  for (let value = 0; value < 2_500; value += 1) store.keep(ackOf(`sign-${value % 5}`, value));
  await until('all to be kept', async () => (await kept()).length === 2_500);
  const found = await kept();
  for (let each = 0; each < 5; each += 1) {
    const sign = `sign-${each}`;
    const own = found.filter(({ ack }) => ack.sign === sign);
    expect(new Set(own.map(({ partition }) => partition))).toEqual(
      new Set([homePartition(sign, partitions)]),
    );
    expect(own.map(({ ack }) => ack.value)).toEqual(
      Array.from({ length: 500 }, (_, index) => index * 5 + each),
    );
  }
});

test('while Kafka does not take them they wait, with one line each way, and none is lost', async () => {
  const store = new AckStore(stack.producer, stack.prefix, log, () => undefined);
  // The topic does not exist yet, so the broker refuses each attempt.
  store.keep(ackOf('12', 1));
  await until('the line', () => lines.includes('kafka-waits'));
  store.keep(ackOf('12', 2));
  await sleep(1_500);
  await makeTopic();
  await until('the other line', () => lines.includes('kafka-back'));
  await until('both', async () => (await kept()).length === 2);
  expect(lines).toEqual(['kafka-waits', 'kafka-back']);
});

test('beyond the bound they are lost and counted, and what still waits at the end too', async () => {
  const nowhere = openKafka({
    brokers: ['127.0.0.1:1'],
    ssl: false,
    sasl: undefined,
    clientId: 'x',
  });
  let lost = 0;
  const count = (more: number): number => (lost += more);
  const store = new AckStore(new LogProducer(nowhere), stack.prefix, log, count, 10);
  for (let value = 0; value < 13; value += 1) store.keep(ackOf('12', value));
  expect(lost).toBe(3);
  await store.beforeApplicationShutdown();
  expect(lost).toBe(13);
  // The first loss, and the rest that no counter reports any more.
  expect(lines.filter((line) => line === 'acks-lost')).toHaveLength(2);
});

test('without Kafka nothing is kept, and a line says so once', () => {
  let lost = 0;
  const store = new AckStore(undefined, stack.prefix, log, (more) => (lost += more));
  store.keep(ackOf('12', 1));
  store.keep(ackOf('12', 2));
  expect([lines, lost]).toEqual([['acks-not-kept'], 0]);
});
