import { randomBytes } from 'node:crypto';
import { until } from '#testing/until';
import { throttledPeers } from './kafka.js';
import { limitFetching } from './testing/client-quota.js';
import { Book, brokers, LogServiceHarness } from './testing/log-service-harness.js';

let harness: LogServiceHarness;
const forMs = expect.any(Number) as number;
beforeEach(async () => {
  const clientId = `slow-${randomBytes(4).toString('hex')}`;
  harness = new LogServiceHarness({ clientId });
  await harness.make();
  await limitFetching(harness.kafka, clientId, 100_000);
});
afterEach(() => harness.stop());

// A broker throttles for up to ten seconds at a time, and a session lasts six.
test('a client with a quota stays in its group while the broker throttles it', async () => {
  const values = Array.from({ length: 25 }, () => randomBytes(50_000).toString('base64'));
  for (const value of values) await harness.write([value]);
  const book = new Book();
  const { server, fatal } = await harness.serve(book);
  await until('everything is applied', () => book.applied.length === values.length);
  expect(server.report().rebalances).toBe(1);
  expect(book.opened).toEqual([0]);
  expect(fatal).toEqual([]);
  const peer = `Kafka ${brokers}`;
  expect(harness.captured.lines).toContainEqual(
    expect.objectContaining({ level: 'warn', fields: { event: 'kafka-throttled', peer, forMs } }),
  );
  expect(throttledPeers.counted().get(brokers)).toBeGreaterThan(5);
});
