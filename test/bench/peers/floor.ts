/**
 * The floor: what kafkajs alone needs for the same log. It fetches every batch, parses every record
 * as JSON, and does nothing with it. It uses the consumer settings of the service.
 */
import { Kafka, logLevel } from 'kafkajs';
import { Stopwatch } from '../clock.js';
import { candidateEnvironment, report } from './candidate.js';

const { brokers, topic, groupId, records, concurrently } = candidateEnvironment();
const kafka = new Kafka({ brokers, clientId: 'floor', logLevel: logLevel.ERROR });
const consumer = kafka.consumer({ groupId, maxWaitTimeInMs: 100, allowAutoTopicCreation: false });
const stopwatch = new Stopwatch(records);
let done = 0;
/** Uses the parsed data, so that the compiler cannot leave out the reading. */
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
