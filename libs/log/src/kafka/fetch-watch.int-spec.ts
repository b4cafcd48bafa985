import { setTimeout as sleep } from 'node:timers/promises';
import { LogServiceHarness, numbered } from '../testing/log-service-harness.js';
import { clusterOf } from './cluster.js';

/** The behaviour of Kafka that `FetchWatch` relies on. */
test('a fetch that waits ends with an error when its topic is made again', async () => {
  const harness = new LogServiceHarness();
  await harness.make();
  await harness.write(numbered('a', 3));
  const cluster = clusterOf(harness.kafka);
  await cluster.connect();
  await cluster.addTargetTopic(harness.topic);
  const [nodeId = ''] = Object.keys(cluster.findLeaderForPartitions(harness.topic, [0]));
  const broker = await cluster.findBroker({ nodeId });
  const place = { partition: 0, fetchOffset: '3', maxBytes: 1_000_000 };
  const fetched = broker.fetch({
    maxWaitTime: 20_000,
    minBytes: 1,
    maxBytes: 1_000_000,
    isolationLevel: 1,
    topics: [{ topic: harness.topic, partitions: [place] }],
  });
  fetched.catch(() => undefined);
  await sleep(200);
  await harness.makeAgain();
  await harness.write(numbered('b', 5));
  await expect(fetched).rejects.toMatchObject({ type: 'UNKNOWN_TOPIC_OR_PARTITION' });
  await cluster.disconnect();
  await harness.stop();
});
