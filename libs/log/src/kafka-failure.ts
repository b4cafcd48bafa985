/** The reason why a request to Kafka failed. */
export interface KafkaFailure {
  /** `unknown` is an answer for any other cause. */
  readonly cause: 'no-answer' | 'wrong-password' | 'not-permitted' | 'no-topic' | 'unknown';
  readonly message: string;
}

/**
 * The reason for a failed call to Kafka, from an error of kafkajs; undefined for any other error.
 * kafkajs wraps the error of the last attempt in one about the number of attempts.
 */
export function kafkaFailureOf(error: unknown): KafkaFailure | undefined {
  const { name = '', message = '', cause, type = '' } = error as KafkaError;
  if (!name.startsWith('KafkaJS')) return undefined;
  const inner = cause === undefined ? undefined : kafkaFailureOf(cause);
  if (inner && inner.cause !== 'unknown') return inner;
  // kafkajs has no class for a broker that accepted the connection and never answered.
  const isLost = /^(Broker not connected|Closed connection|The producer is disconnected)/.test(
    message,
  );
  return { cause: isLost ? 'no-answer' : failureCause(name, type), message };
}

interface KafkaError {
  readonly name?: string;
  readonly message?: string;
  readonly cause?: unknown;
  /** The type of the broker's answer, if it gave one. */
  readonly type?: string;
}

function failureCause(name: string, type: string): KafkaFailure['cause'] {
  if (name === 'KafkaJSSASLAuthenticationError') return 'wrong-password';
  if (/AUTHORIZATION_FAILED$/.test(type)) return 'not-permitted';
  if (type === 'UNKNOWN_TOPIC_OR_PARTITION') return 'no-topic';
  const isSilent = /^KafkaJS(Connection|RequestTimeout|Timeout|BrokerNotFound)/.test(name);
  return isSilent || silentTypes.has(type) ? 'no-answer' : 'unknown';
}

/** Answers of brokers that are running but lead or coordinate nothing yet. */
const silentTypes = new Set([
  'LEADER_NOT_AVAILABLE',
  'NOT_LEADER_FOR_PARTITION',
  'GROUP_COORDINATOR_NOT_AVAILABLE',
  'GROUP_LOAD_IN_PROGRESS',
  'NOT_COORDINATOR_FOR_GROUP',
  'REQUEST_TIMED_OUT',
  'NOT_ENOUGH_REPLICAS',
]);
