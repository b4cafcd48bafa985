import { defaultPartitions, topicKinds, topicName, type TopicKind } from '#contract';
import { readTopicSetting, type LogSink, type openKafka, type TopicToMake } from '#log';

type Kafka = ReturnType<typeof openKafka>;

const forEver = { 'retention.ms': '-1', 'retention.bytes': '-1' };
const fiveYears = { 'retention.ms': String(5 * 366 * 24 * 3600 * 1000) };

/**
 * Settings of the topics when this service makes them. The events and the journal are the proof of
 * every amount, so nothing may take them away; awards and exceptions are kept as regulators ask.
 */
const settings = {
  events: {
    ...forEver,
    // A producer may compress with a codec that this service has not; so the broker stores plain.
    'compression.type': 'uncompressed',
    // The broker's time, not the producer's: whoever has an expired key could else date a command back.
    'message.timestamp.type': 'LogAppendTime',
  },
  awards: fiveYears,
  exceptions: fiveYears,
  'pool-values': { 'cleanup.policy': 'compact', 'min.cleanable.dirty.ratio': '0.1' },
  journal: forEver,
} as const satisfies Record<TopicKind, Readonly<Record<string, string>>>;

export function topicsToMake(topicPrefix: string): TopicToMake[] {
  return topicKinds.map((kind) => ({
    topic: topicName(topicPrefix, kind),
    partitions: defaultPartitions,
    config: settings[kind],
  }));
}

const timestampSetting = 'message.timestamp.type';

/**
 * Warns when the events topic takes its records' times from their producers, as one does that was
 * made by other means: then `notBefore` and `notAfter` of a command key bind only who does not lie.
 */
export async function warnOfProducersTime(
  kafka: Kafka,
  topicPrefix: string,
  sink: Pick<LogSink, 'warn'>,
): Promise<void> {
  const topic = topicName(topicPrefix, 'events');
  const setting = await readTopicSetting(kafka, topic, timestampSetting);
  if (setting === undefined || setting === settings.events[timestampSetting]) return;
  sink.warn(
    {},
    `${topic} has ${timestampSetting}=${setting}, so whoever writes to it chooses when a command was signed; set it to LogAppendTime`,
  );
}
