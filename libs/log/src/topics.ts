import { setTimeout as sleep } from 'node:timers/promises';
import type { Admin, Kafka } from 'kafkajs';
import { withAdmin } from './kafka.js';

export interface TopicToMake {
  readonly topic: string;
  readonly partitions: number;
  readonly config: Readonly<Record<string, string>>;
}

const copies = 3;

/**
 * Creates missing topics and leaves existing ones unchanged. With three brokers a record is
 * acknowledged when two have it; with fewer there are as many copies as brokers.
 */
export function ensureTopics(kafka: Kafka, topics: readonly TopicToMake[]): Promise<void> {
  return withAdmin(kafka, async (admin) => {
    const present = new Set(await admin.listTopics());
    const missing = topics.filter(({ topic }) => !present.has(topic));
    if (missing.length === 0) return;
    const { brokers } = await admin.describeCluster();
    const replicationFactor = Math.min(copies, brokers.length);
    const safety = replicationFactor === copies ? { 'min.insync.replicas': '2' } : {};
    const entries = (config: object) =>
      Object.entries({ ...safety, ...config }).map(([name, value]) => ({ name, value }));
    await admin.createTopics({
      // kafkajs gives up if a broker does not know the topic yet; `untilLed` asks again.
      waitForLeaders: false,
      topics: missing.map(({ topic, partitions, config }) => ({
        topic,
        numPartitions: partitions,
        replicationFactor,
        configEntries: entries(config),
      })),
    });
    for (const { topic } of missing) await untilLed(admin, topic);
  });
}

const ledWithinMs = 10_000;

/**
 * Waits for the leaders: a new topic is listed before all its partitions have a leader that knows
 * it.
 */
async function untilLed(admin: Admin, topic: string): Promise<void> {
  const limit = performance.now() + ledWithinMs;
  for (;;) {
    try {
      await admin.fetchTopicOffsets(topic);
      return;
    } catch (error) {
      if (performance.now() > limit) throw error;
      await sleep(100);
    }
  }
}
