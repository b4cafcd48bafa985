import kafkajs from 'kafkajs';
import { until } from '#testing/until';
import {
  Book,
  CapturedLines,
  haltsOf,
  LogServiceHarness,
  numbered,
} from './testing/log-service-harness.js';
import { TopicSafety } from './topic-safety.js';
import { ensureTopics } from './topics.js';

const safe = {
  'retention.ms': '-1',
  'retention.bytes': '-1',
  'message.timestamp.type': 'LogAppendTime',
};

test('a topic that would delete records halts every partition until it is set right', async () => {
  const harness = new LogServiceHarness();
  await harness.admin.connect();
  const config = { ...safe, 'retention.ms': '604800000' };
  const journal = `${harness.topic}-journal`;
  await ensureTopics(harness.kafka, [
    { topic: harness.topic, partitions: 2, config },
    { topic: journal, partitions: 2, config: safe },
  ]);
  const lines = new CapturedLines();
  const topics = { events: harness.topic, journal };
  const safety = new TopicSafety(harness.kafka, topics, lines);
  await harness.write(numbered('a', 3));
  const book = new Book();
  const service = await harness.serve(book, { whyUnsafe: () => safety.whyUnsafe() });
  await until('they halt', () => haltsOf(service)[0] === 'log-unsafe');
  expect(haltsOf(service)).toEqual({ 0: 'log-unsafe', 1: 'log-unsafe' });
  expect(service.captured.errors()[0]).toBe(
    `halted: ${harness.topic} has retention.ms=604800000, which must be -1.`,
  );
  expect(book.applied).toEqual([]);
  // A single broker is only a warning.
  expect(lines.lines.map(({ message }) => message)).toContain(
    `${harness.topic} has 1 of 3 copies of each record.`,
  );

  const configEntries = Object.entries(safe).map(([name, value]) => ({ name, value }));
  await harness.admin.alterConfigs({
    validateOnly: false,
    resources: [{ type: kafkajs.ConfigResourceTypes.TOPIC, name: harness.topic, configEntries }],
  });
  await until('they go on', () => book.applied.length === 3);
  expect(haltsOf(service)).toEqual({ 0: undefined, 1: undefined });
  await harness.stop();
});
