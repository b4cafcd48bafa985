import { randomUUID } from 'node:crypto';
import {
  kafkaEnvironment,
  kafkaOptions,
  readEnvironment,
  topicName,
  type ExceptionMessage,
} from '#contract';
import { forgetGroup, openKafka, readWatermarks } from '#log';

/**
 * Passes on every message of the exceptions topic from now on.
 * @returns a function that ends it
 */
export async function followExceptions(
  env: NodeJS.ProcessEnv,
  onMessage: (message: ExceptionMessage) => void,
): Promise<() => Promise<void>> {
  const { kafka, prefix } = connect(env);
  const groupId = `demo-${randomUUID()}`;
  const consumer = kafka.consumer({ groupId, maxWaitTimeInMs: 250 });
  await consumer.connect();
  await consumer.subscribe({ topic: topicName(prefix, 'exceptions'), fromBeginning: false });
  await consumer.run({
    autoCommit: false,
    eachMessage: async ({ message }) =>
      onMessage(JSON.parse(String(message.value)) as ExceptionMessage),
  });
  return async () => {
    await consumer.disconnect();
    await forgetGroup(kafka, groupId);
  };
}

/** How many records the log of events has, over all partitions. */
export async function countEvents(env: NodeJS.ProcessEnv): Promise<number> {
  const { kafka, prefix } = connect(env);
  const marks = await readWatermarks(kafka, topicName(prefix, 'events'));
  return marks.reduce((sum, { high }) => sum + high, 0);
}

function connect(env: NodeJS.ProcessEnv) {
  const read = readEnvironment(kafkaEnvironment, env);
  const kafka = openKafka(kafkaOptions(read, 'jackpot-demo'));
  return { kafka, prefix: read.TOPIC_PREFIX };
}
