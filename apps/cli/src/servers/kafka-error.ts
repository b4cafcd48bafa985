import { exitCodes, UserError } from '#contract/exit-codes';
import { kafkaFailureOf } from '#log';
import type { CliEnv } from '../env.js';

/**
 * Explains a failed call to Kafka to the person who typed the command; leaves any other error
 * unchanged.
 * @param topic that was read or written, if it was a topic.
 */
export function explainKafkaError(error: unknown, env: CliEnv, topic?: string): unknown {
  const failure = kafkaFailureOf(error);
  if (!failure) return error;
  const { cause, message } = failure;
  const brokers = env.KAFKA_BROKERS.join(',');
  const user = env.KAFKA_SASL_USERNAME ?? 'this user';
  switch (cause) {
    case 'no-answer':
      return new UserError(
        `Kafka does not answer at ${brokers} (KAFKA_BROKERS): ${message}.`,
        exitCodes.unavailable,
      );
    case 'wrong-password':
      return new UserError(
        `Kafka at ${brokers} does not let ${user} in (KAFKA_SASL_USERNAME, KAFKA_SASL_PASSWORD): ${message}.`,
        exitCodes.config,
      );
    case 'not-permitted':
      return new UserError(
        `Kafka does not permit ${user} to use ${topic ?? 'what was asked for'} (deploy/kafka-acls.yaml): ${message}.`,
        exitCodes.config,
      );
    case 'no-topic':
      return new UserError(
        `Kafka at ${brokers} has no topic ${topic ?? ''} (TOPIC_PREFIX); the ledger service makes its topics at its first start.`,
      );
    case 'unknown':
      return new UserError(`Kafka at ${brokers} failed: ${message}.`);
    default:
      return cause satisfies never;
  }
}
