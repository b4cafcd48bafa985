import { LogProducer } from './producer.js';
import { LogServiceHarness } from './testing/log-service-harness.js';
import { TopicReader } from './topic-reader.js';

let harness: LogServiceHarness;
let producer: LogProducer;
let reader: TopicReader;
beforeEach(async () => {
  harness = new LogServiceHarness();
  await harness.make(3);
  producer = new LogProducer(harness.kafka);
  reader = new TopicReader(harness.kafka, harness.topic);
});
afterEach(async () => {
  await Promise.all([producer.close(), reader.close()]);
  await harness.stop();
});

test('groups that are sent together are each where it is said, in order, also in one partition', async () => {
  const messagesOf = (group: string, partition: number) =>
    ['first', 'second'].map((text) => {
      return { topic: harness.topic, key: null, value: `${group} ${text}`, partition };
    });
  await producer.send(messagesOf('before', 1));
  const groups = [
    [...messagesOf('a', 1), ...messagesOf('a', 2)],
    messagesOf('b', 1),
    messagesOf('c', 0),
  ];
  const places = await producer.sendTogether(groups);
  expect(places.map((group) => group.map(({ partition }) => partition))).toEqual([
    [1, 2],
    [1],
    [0],
  ]);
  for (const [index, name] of ['a', 'b', 'c'].entries()) {
    for (const { partition, baseOffset } of places[index] ?? []) {
      const found = await reader.read(partition, baseOffset);
      const texts = found?.slice(0, 2).map(({ value }) => String(value));
      expect(texts).toEqual([`${name} first`, `${name} second`]);
    }
  }
});

test('messages with one key are where it is said, whichever partition that gives', async () => {
  const keyed = (text: string) => [{ topic: harness.topic, key: 'one', value: text }];
  const places = await producer.sendTogether([keyed('a'), keyed('b'), keyed('c')]);
  for (const [index, text] of ['a', 'b', 'c'].entries()) {
    const [place] = places[index] ?? [];
    const [found] = (await reader.read(place?.partition ?? -1, place?.baseOffset ?? -1)) ?? [];
    expect(String(found?.value)).toBe(text);
  }
});
