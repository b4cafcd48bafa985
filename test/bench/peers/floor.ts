/**
 * The floor: what kafkajs alone takes for the same log. Every batch is fetched, every record parsed
 * as JSON, and nothing is done with it. With the consumer settings of the service.
 */
import { Kafka, logLevel } from 'kafkajs';
import { Stopwatch } from '../clock.js';
import { candidateEnvironment, report } from './candidate.js';

const { brokers, topic, groupId, records, concurrently } = candidateEnvironment();
const kafka = new Kafka({ brokers, clientId: 'floor', logLevel: logLevel.ERROR });
const consumer = kafka.consumer({ groupId, maxWaitTimeInMs: 100, allowAutoTopicCreation: false });
const stopwatch = new Stopwatch(records);
let done = 0;
/** What was read is looked at, so that reading it cannot be left out. */
let letters = 0;

await consumer.connect();
await consumer.subscribe({ topic, fromBeginning: true });
await consumer.run({
  autoCommit: false,
  eachBatchAutoResolve: false,
  partitionsConsumedConcurrently: concurrently,
  eachBatch: async ({ batch, resolveOffset, heartbeat }) => {
    for (const { value } of batch.messages) {
      const event = JSON.parse(String(value)) as { id: string };
      letters += event.id.length;
    }
    done += batch.messages.length;
    resolveOffset(batch.lastOffset());
    const found = stopwatch.see(done);
    if (found !== null && letters > 0) report(found);
    await heartbeat();
  },
});
