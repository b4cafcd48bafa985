import kafkajs from 'kafkajs';
import { topicName, type ExceptionMessage } from '#contract';
import type { TestStack } from '#testing/test-stack';

const perRequest = 5_000;

/** Writes the same senseless value repeatedly to a partition of the events. */
export async function sendJunk(
  stack: TestStack,
  partition: number,
  count: number,
  value: string,
): Promise<void> {
  const producer = stack.kafka.producer({
    createPartitioner: kafkajs.Partitioners.DefaultPartitioner,
  });
  await producer.connect();
  const topic = topicName(stack.prefix, 'events');
  for (let sent = 0; sent < count; sent += perRequest) {
    const length = Math.min(perRequest, count - sent);
    const messages = Array.from({ length }, () => ({ value, partition }));
    await producer.send({ topic, messages });
  }
  await producer.disconnect();
}

/** The number of records that these exceptions account for, one message each or in a sum. */
export function recordsIn(exceptions: readonly ExceptionMessage[]): number {
  return exceptions.reduce((sum, { summed }) => sum + (summed?.count ?? 1), 0);
}
