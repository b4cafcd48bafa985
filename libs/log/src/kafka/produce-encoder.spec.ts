import { createRequire } from 'node:module';
import { fc } from '#testing/laws';
import { encodeProduce, type PlainMessage, type PlainProduce } from './produce-encoder.js';

const require = createRequire(import.meta.url);
type Encode = (parts: PlainProduce) => { encode(): Promise<{ readonly buffer: Buffer }> };
// Nothing here calls openKafka, so this is kafkajs' own encoder.
const kafkajs = require('kafkajs/src/protocol/requests/produce/v3/request') as Encode;

const nowMs = 1_764_000_000_123;
const { now } = Date;
beforeAll(() => (Date.now = () => nowMs));
afterAll(() => (Date.now = now));

const content: fc.Arbitrary<string | Buffer> = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
);
const headers = fc.dictionary(fc.string({ minLength: 1 }), content, { maxKeys: 6 });
const message = fc
  .tuple(fc.option(content), fc.option(content), headers)
  .map(([key, value, headers]): PlainMessage => ({ key, value, headers }));
const partition = fc.record({
  partition: fc.nat(500),
  messages: fc.array(message, { minLength: 1, maxLength: 70 }),
});
const topic = fc.record({
  topic: fc.string({ minLength: 1, maxLength: 60 }),
  partitions: fc.array(partition, { minLength: 1, maxLength: 4 }),
});

test('what is compared with is not ours', () => {
  expect('isOurs' in kafkajs({ acks: -1, timeout: 1, topicData: [] })).toBe(false);
});

test('a request has the bytes that kafkajs gives it, whatever is sent', async () => {
  const request = fc.record({
    acks: fc.constantFrom(-1, 0, 1),
    timeout: fc.nat(60_000),
    topicData: fc.array(topic, { minLength: 1, maxLength: 3 }),
  });
  await fc.assert(
    fc.asyncProperty(request, async (parts) => {
      const { buffer } = await kafkajs(parts).encode();
      expect(encodeProduce(parts, nowMs).equals(buffer)).toBe(true);
    }),
    { numRuns: 300 },
  );
});

test('20,000 records, and a value over 2 MB, have the bytes of kafkajs too', async () => {
  const messages = Array.from({ length: 20_000 }, (_, n) => ({ key: null, value: `${n}` }));
  const long = [{ key: 'k', value: 'é'.repeat(1_100_000) }];
  const parts: PlainProduce = {
    acks: -1,
    timeout: 30_000,
    topicData: [
      { topic: 'journal', partitions: [{ partition: 7, messages }] },
      { topic: 'awards', partitions: [{ partition: '11', messages: long }] },
    ],
  };
  const { buffer } = await kafkajs(parts).encode();
  expect(encodeProduce(parts, nowMs).equals(buffer)).toBe(true);
});

test('a header without a value is refused, as by kafkajs', async () => {
  const headers = { id: null as unknown as string };
  const partitions = [{ partition: 0, messages: [{ value: 'v', headers }] }];
  const parts = { acks: -1, timeout: 1, topicData: [{ topic: 't', partitions }] };
  expect(() => encodeProduce(parts, nowMs)).toThrow('the header id of a message has no value');
  await expect(async () => kafkajs(parts).encode()).rejects.toThrow();
});
