import type { ConsumerConfig } from 'kafkajs';
import { assignerOf } from './group-protocol.js';

/** A fetch is in memory as a whole: its bytes, twice while they arrive, and its records. */
const bytesPerFetch = 8 * 1024 * 1024;
/** Time until a killed instance's partitions are reassigned; brokers allow no less by default. */
const defaultSessionTimeoutMs = 6_000;

/** The options with which the service's consumer joins its group and fetches. */
export function consumerOptions({
  groupId,
  storeId,
  sessionTimeoutMs: sessionTimeout = defaultSessionTimeoutMs,
}: {
  readonly groupId: string;
  readonly storeId: string | undefined;
  readonly sessionTimeoutMs?: number;
}): ConsumerConfig {
  return {
    groupId,
    ...(storeId !== undefined && { partitionAssigners: [assignerOf(storeId)] }),
    allowAutoTopicCreation: false,
    sessionTimeout,
    rebalanceTimeout: sessionTimeout,
    heartbeatInterval: Math.floor(sessionTimeout / 4),
    maxWaitTimeInMs: 100,
    minBytes: 1,
    maxBytes: bytesPerFetch,
    metadataMaxAge: 60_000,
    // The server restarts the consumer itself; see `CrashPolicy`.
    retry: { retries: 5, initialRetryTime: 100, restartOnFailure: async () => false },
  };
}
