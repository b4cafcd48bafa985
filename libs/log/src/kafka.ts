import { Kafka, logLevel, type Admin, type KafkaConfig, type LogEntry } from 'kafkajs';
import { applyKafkajsPatches } from './kafka/kafkajs-patches.js';
import { gaveUpMessage } from './kafka/silent-peers.js';
import type { LogSink } from './log-sink.js';

/*
 * The one door to `kafka/`, which stands in for the inside of kafkajs 2.2.4: its decoder, encoder,
 * fetches and connections. `openKafka` gives a client with all that in force; it is used by
 * kafkajs' own types, and these functions give what those lack.
 */
export { clusterOf, type Cluster } from './kafka/cluster.js';
export { watchOf } from './kafka/fetch-watch.js';
export { silentPeers } from './kafka/silent-peers.js';
export { leaderEpochOf, toRecords } from './kafka/to-records.js';

/** A slow connection brings something all the time; one that is silent is closed long before. */
const wholeAnswerLimitMs = 60_000;

/** How to reach the brokers. */
export interface KafkaOptions {
  readonly brokers: string[];
  readonly ssl: boolean;
  readonly sasl: KafkaConfig['sasl'] | undefined;
  readonly clientId: string;
}

/**
 * @param sink without one nothing is logged.
 * @throws Error when another version of kafkajs is installed than its patches were made for.
 */
export function openKafka(options: KafkaOptions, sink?: LogSink): Kafka {
  applyKafkajsPatches();
  return new Kafka({
    clientId: options.clientId,
    brokers: options.brokers,
    ssl: options.ssl,
    ...(options.sasl && { sasl: options.sasl }),
    connectionTimeout: 3_000,
    requestTimeout: wholeAnswerLimitMs,
    retry: { initialRetryTime: 100, maxRetryTime: 2_000, retries: 5 },
    logLevel: logLevel.WARN,
    // kafkajs logs each attempt and each wait; our callers log what matters in one line.
    logCreator: () => (entry) => {
      if (entry.log.message === gaveUpMessage) sink?.warn(silenceOf(entry), gaveUpMessage);
      else sink?.debug(fieldsOf(entry), entry.log.message);
    },
  });
}

/** Asks the brokers over a connection that is closed afterwards. */
export async function withAdmin<T>(kafka: Kafka, ask: (admin: Admin) => Promise<T>): Promise<T> {
  const admin = kafka.admin();
  try {
    await admin.connect();
    return await ask(admin);
  } finally {
    await admin.disconnect();
  }
}

function silenceOf({ log }: LogEntry) {
  const { broker, request, waitedMs } = log;
  return { event: 'peer-silent' as const, peer: `Kafka ${broker}`, request, waitedMs };
}

function fieldsOf({ namespace, log }: LogEntry) {
  const { error, broker, groupId } = log as { error?: unknown; broker?: string; groupId?: string };
  return { event: 'kafka-client' as const, namespace, error: String(error ?? ''), broker, groupId };
}
