import type { Admin, Kafka } from 'kafkajs';
import { until } from '#testing/until';
import { Book, LogServiceHarness, numbered } from './testing/log-service-harness.js';

/** Tests a request of the service that never ends, although nothing is wrong with Kafka. */
test('a life of the consumer that hears nothing ends by itself, and the next one goes on', async () => {
  const harness = new LogServiceHarness();
  await harness.make();
  const hanging = new Set<Admin>();
  const made: Admin[] = [];
  const admin = (): Admin => {
    const real = harness.kafka.admin();
    made.push(real);
    const fetchTopicOffsets: Admin['fetchTopicOffsets'] = (topic) =>
      hanging.has(real) ? new Promise(() => undefined) : real.fetchTopicOffsets(topic);
    return { ...real, fetchTopicOffsets };
  };
  const kafka = Object.assign(Object.create(harness.kafka) as Kafka, { admin });
  try {
    await harness.write(numbered('a', 3));
    const book = new Book();
    const { server, fatal, captured } = await harness.serve(book, { kafka });
    await until('it is read', () => book.values().length === 3);
    for (const each of made) hanging.add(each);
    await until('it is said to wait', () => server.report().state === 'waiting');
    await until('the next life', () => {
      if (server.report().restarts === 1) return true;
      throw new Error(JSON.stringify({ now: server.report(), fatal, lines: captured.lines }));
    });
    await until('it runs', () => server.report().state === 'running');
    await harness.write(['b']);
    await until('it goes on', () => book.values().length === 4);
    expect(book.values()).toEqual([...numbered('a', 3), 'b']);
    expect(fatal).toEqual([]);
  } finally {
    await harness.stop();
  }
});
