/** The output topics of the ledger service, from its outbox. */
export const outputKinds = [
  'awards',
  'exceptions',
  'pool-values',
  'statements',
  'journal',
] as const;
export type OutputKind = (typeof outputKinds)[number];

/** The topics (contract 2), by content. */
export const topicKinds = ['events', ...outputKinds, 'sign-acks'] as const;
export type TopicKind = (typeof topicKinds)[number];

/** Joins `topicPrefix` (environment `TOPIC_PREFIX`) and the kind: `jackpot.events`. */
export function topicName(topicPrefix: string, kind: TopicKind): string {
  return topicPrefix + kind;
}

export const defaultTopicPrefix = 'jackpot.';
export const defaultPartitions = 12;

/** Longest record of `jackpot.events`, in bytes. */
export const recordLimitBytes = 64 * 1024;
