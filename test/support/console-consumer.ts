import { topicName, type OutputKind } from '#contract';
import { readLog, readWatermarks } from '#log';

type Kafka = Parameters<typeof readLog>[0];

/**
 * The output of `kafka-console-consumer.sh` for a command of the pages, for all records of the
 * topic: the stack has the broker, but not Kafka's tools.
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
