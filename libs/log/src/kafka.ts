import { Kafka, logLevel, type Admin, type KafkaConfig, type LogEntry } from 'kafkajs';
import { applyKafkajsPatches } from './kafka/kafkajs-patches.js';
import { gaveUpMessage } from './kafka/silent-peers.js';
import { throttledMessage } from './kafka/throttled-peers.js';
import type { LogSink } from './log-sink.js';

/*
 * The only entry to `kafka/`, which replaces internals of kafkajs 2.2.4: its decoder, encoder,
 * fetches and connections. `openKafka` gives a client with all of them in force; callers use it by
 * kafkajs' own types, and these functions add what those lack.
 */
export { clusterOf, type Cluster } from './kafka/cluster.js';
export { watchOf } from './kafka/fetch-watch.js';
export { silentPeers } from './kafka/silent-peers.js';
export { throttledPeers } from './kafka/throttled-peers.js';
export { leaderEpochOf, toRecords } from './kafka/to-records.js';

/**
 * Time limit for a whole answer: a slow connection always brings some data, a silent one is closed
 * long before.
 */
const wholeAnswerLimitMs = 60_000;

/** The settings for reaching the brokers. */
export interface KafkaOptions {
  readonly brokers: string[];
  readonly ssl: boolean;
  readonly sasl: KafkaConfig['sasl'] | undefined;
  readonly clientId: string;
}

/**
 * @param sink if omitted, nothing is logged.
 * @throws Error if the installed version of kafkajs is not the one that the patches were made for.
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
      const { message } = entry.log;
      if (message === gaveUpMessage) sink?.warn(silenceOf(entry), message);
      else if (message === throttledMessage) sink?.warn(pauseOf(entry), message);
      else sink?.debug(fieldsOf(entry), message);
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

function pauseOf({ log }: LogEntry) {
  return { event: 'kafka-throttled' as const, peer: `Kafka ${log['broker']}`, forMs: log['forMs'] };
}

function fieldsOf({ namespace, log }: LogEntry) {
  const { error, broker, groupId } = log as { error?: unknown; broker?: string; groupId?: string };
  return { event: 'kafka-client' as const, namespace, error: String(error ?? ''), broker, groupId };
}
