/**
 * The floor: what kafkajs alone takes for the same log. Every batch is fetched, every record parsed
 * as JSON, and nothing is done with it. With the consumer settings of the service.
 */
import { Kafka, logLevel } from 'kafkajs';
import { candidateEnvironment, reportRate } from '../candidate.js';
import { Stopwatch } from '../measures.js';

const { brokers, topic, groupId, records, partitions } = candidateEnvironment();
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
  partitionsConsumedConcurrently: partitions,
  eachBatch: async ({ batch, resolveOffset, heartbeat }) => {
    for (const { value } of batch.messages) {
      const event = JSON.parse(String(value)) as { id: string };
      letters += event.id.length;
    }
    done += batch.messages.length;
    resolveOffset(batch.lastOffset());
    const rate = stopwatch.see(done);
    if (rate !== null && letters > 0) reportRate(rate);
    await heartbeat();
  },
});
