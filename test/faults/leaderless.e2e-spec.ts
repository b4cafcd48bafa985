import { setTimeout as sleep } from 'node:timers/promises';
import { openKafka, readWatermarks } from '#log';
import { silent } from '#testing/test-stack';
import { OwnServer } from '../support/own-stack.js';

/**
 * A broker that was paused for longer than its session leads nothing until its controller knows of
 * it again. The admin client of kafkajs gives up at the first such answer.
 */
test('the ends of a topic are read once a broker leads it again', async () => {
  const server = await OwnServer.kafka();
  const brokers = [server.running.brokers];
  const kafka = openKafka({ brokers, ssl: false, sasl: undefined, clientId: 'test' }, silent);
  const admin = kafka.admin();
  await admin.connect();
  try {
    await admin.createTopics({ topics: [{ topic: 'log', numPartitions: 12 }] });
    server.running.kill('SIGSTOP');
    await sleep(4_000);
    server.running.kill('SIGCONT');
    for (let time = 1; time <= 20; time += 1) {
      expect(await admin.fetchTopicOffsets('log')).toHaveLength(12);
      expect(await readWatermarks(kafka, 'log')).toHaveLength(12);
    }
  } finally {
    await admin.disconnect();
    await server.remove();
  }
});
