import { defaultPartitions } from '#contract';

/** Whose throughput is compared, and how each does the work. */
export const candidateNames = [
  'floor',
  'ours, everysec',
  'ours, always',
  'obvious, concurrent',
  'obvious',
  'database',
] as const;
export type CandidateName = (typeof candidateNames)[number];

export const candidateMeanings = {
  floor: 'bare kafkajs `eachBatch`, JSON.parse, nothing else',
  'ours, everysec': 'the built service, Redis `appendfsync everysec`',
  'ours, always': 'the built service, Redis `appendfsync always`',
  'obvious, concurrent': `Nest’s Kafka transport, one EVALSHA an event, ${defaultPartitions} partitions at once`,
  obvious: 'the same with the default of one partition at a time',
  database: 'Nest’s Kafka transport, one PostgreSQL transaction an event, all partitions at once',
} as const satisfies Record<CandidateName, string>;
