import { defaultPartitions, topicKinds, topicName, type TopicKind } from '#contract';
import type { TopicToMake } from '#log';

const permanent = { 'retention.ms': '-1', 'retention.bytes': '-1' };
const oneYearMs = 366 * 24 * 3600 * 1000;
const fiveYears = { 'retention.ms': String(5 * oneYearMs) };

/**
 * Records that prove an amount or state a day must never be deleted; the rest is for regulators.
 */
const settings = {
  // The broker does not recompress: that would use its memory for the unpacked size of a hostile
  // batch. It dates the records, because the time of a command decides whether its key was valid.
  events: {
    ...permanent,
    'compression.type': 'producer',
    'message.timestamp.type': 'LogAppendTime',
  },
  awards: fiveYears,
  exceptions: fiveYears,
  'pool-values': { 'cleanup.policy': 'compact', 'min.cleanable.dirty.ratio': '0.1' },
  statements: permanent,
  journal: permanent,
  // At most one a second from each sign, each similar to the one before.
  'sign-acks': { 'retention.ms': String(oneYearMs), 'compression.type': 'gzip' },
} as const satisfies Record<TopicKind, Readonly<Record<string, string>>>;

export function topicsToMake(topicPrefix: string): TopicToMake[] {
  return topicKinds.map((kind) => ({
    topic: topicName(topicPrefix, kind),
    partitions: defaultPartitions,
    config: settings[kind],
  }));
}
