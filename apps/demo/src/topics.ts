import { setTimeout as sleep } from 'node:timers/promises';
import {
  kafkaEnvironment,
  kafkaOptions,
  readEnvironment,
  topicName,
  type ExceptionMessage,
} from '#contract';
import { openKafka, readWatermarks, TopicReader } from '#log';

/**
 * Forwards every message of the exceptions topic from now on.
 * @returns a function that ends it
 */
export async function followExceptions(
  env: NodeJS.ProcessEnv,
  onMessage: (message: ExceptionMessage) => void,
): Promise<() => Promise<void>> {
  const { kafka, prefix } = connect(env);
  const reader = new TopicReader(kafka, topicName(prefix, 'exceptions'));
  const next = (await reader.marks()).map(({ high }) => high);
  const over = new AbortController();
  const look = async (): Promise<void> => {
    for (const [partition, from] of next.entries()) {
      const records = (await reader.read(partition, from)) ?? [];
      for (const { value } of records) onMessage(JSON.parse(String(value)) as ExceptionMessage);
      next[partition] = (records.at(-1)?.offset ?? from - 1) + 1;
    }
  };
  const follow = async (): Promise<void> => {
    while (!over.signal.aborted) {
      // Kafka may be away for a while.
      await look().catch(() => undefined);
      await sleep(lookEveryMs, undefined, over).catch(() => undefined);
    }
  };
  const following = follow();
  return async () => {
    over.abort();
    await following;
    await reader.close();
  };
}

const lookEveryMs = 250;

/** Returns the number of records in the log of events, over all partitions. */
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
