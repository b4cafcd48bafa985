import { topicName, type OutputKind } from '#contract';
import { readLog, readWatermarks } from '#log';

type Kafka = Parameters<typeof readLog>[0];

/**
 * What `kafka-console-consumer.sh` prints for a command of the pages, of all that the topic has:
 * the stack has the broker, and none of Kafka's tools.
 */
export async function consumed(kafka: Kafka, prefix: string, command: string): Promise<string> {
  const [, name = ''] = /--topic jackpot\.(\S+)/.exec(command) ?? [];
  const [, alone] = /--partition (\d+)/.exec(command) ?? [];
  const hasHeaders = command.includes('--property print.headers=true');
  const topic = topicName(prefix, name as OutputKind);
  const marks = await readWatermarks(kafka, topic);
  const ranges = marks
    .map(({ low, high }, partition) => [partition, { from: low, to: high }] as const)
    .filter(([partition]) => alone === undefined || partition === Number(alone));
  const lines: string[] = [];
  await readLog(kafka, topic, new Map(ranges), (_, records) => {
    for (const { value, headers } of records) {
      const pairs = Object.entries(headers).map(([header, text]) => `${header}:${String(text)}`);
      lines.push(`${hasHeaders ? `${pairs.join(',')}\t` : ''}${String(value)}\n`);
    }
  });
  return lines.join('');
}
