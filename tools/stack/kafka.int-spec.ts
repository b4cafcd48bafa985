import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { askKafka } from './testing/ask-servers.js';
import { startKafka } from './kafka.mjs';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'kafka-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const topic = 'kept';

test('a Kafka that was killed returns with its topics, as the same cluster', async () => {
  const first = await startKafka({ dataDir, isShortLived: true });
  await askKafka(first.brokers, async (admin) => {
    await admin.createTopics({ topics: [{ topic, numPartitions: 3 }], waitForLeaders: true });
  });
  first.kill('SIGKILL');
  await first.exited;

  const second = await startKafka({ dataDir, port: first.port, isShortLived: true });
  try {
    expect(second.brokers).toBe(first.brokers);
    expect(second.clusterId).toBe(first.clusterId);
    const partitions = await askKafka(second.brokers, (admin) => admin.fetchTopicOffsets(topic));
    expect(partitions).toHaveLength(3);
  } finally {
    await second.stop();
  }
});
