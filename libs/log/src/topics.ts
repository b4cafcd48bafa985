import { setTimeout as sleep } from 'node:timers/promises';
import type { Admin, Kafka } from 'kafkajs';

export interface TopicToMake {
  readonly topic: string;
  readonly partitions: number;
  readonly config: Readonly<Record<string, string>>;
}

const copies = 3;

/**
 * Makes the topics that are not there; an existing one is left as it is, whatever its settings. With
 * three brokers a record is acknowledged when two have it: one may be lost, or be away, without
 * harm. With fewer there are as many copies as brokers, and no such safety.
 */
export async function ensureTopics(kafka: Kafka, topics: readonly TopicToMake[]): Promise<void> {
  const admin = kafka.admin();
  await admin.connect();
  try {
    const present = new Set(await admin.listTopics());
    const missing = topics.filter(({ topic }) => !present.has(topic));
    if (missing.length === 0) return;
    const { brokers } = await admin.describeCluster();
    const replicationFactor = Math.min(copies, brokers.length);
    const safety = replicationFactor === copies ? { 'min.insync.replicas': '2' } : {};
    await admin.createTopics({
      waitForLeaders: true,
      topics: missing.map(({ topic, partitions, config }) => ({
        topic,
        numPartitions: partitions,
        replicationFactor,
        configEntries: Object.entries({ ...safety, ...config }).map(([name, value]) => ({
          name,
          value,
        })),
      })),
    });
    for (const { topic } of missing) await untilLed(admin, topic);
  } finally {
    await admin.disconnect();
  }
}

const ledWithinMs = 10_000;

/** Brokers answer for a new topic before all of its partitions have a leader that knows so. */
async function untilLed(admin: Admin, topic: string): Promise<void> {
  const limit = Date.now() + ledWithinMs;
  for (;;) {
    try {
      await admin.fetchTopicOffsets(topic);
      return;
    } catch (error) {
      if (Date.now() > limit) throw error;
      await sleep(100);
    }
  }
}
