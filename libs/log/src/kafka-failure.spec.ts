import kafkajs from 'kafkajs';
import { kafkaFailureOf } from './kafka-failure.js';

const {
  KafkaJSConnectionError,
  KafkaJSNumberOfRetriesExceeded,
  KafkaJSProtocolError,
  KafkaJSSASLAuthenticationError,
} = kafkajs;

const answer = (type: string) =>
  new KafkaJSProtocolError({ message: 'said so', type, code: 0, retriable: false } as never);
// Its type declares no argument, but its constructor reads one.
const WrongPassword = KafkaJSSASLAuthenticationError as unknown as new (cause: Error) => Error;
const refused = new KafkaJSConnectionError('connect ECONNREFUSED 127.0.0.1:9092', {});

test.each([
  [refused, 'no-answer'],
  [new KafkaJSNumberOfRetriesExceeded(refused, { retryCount: 5, retryTime: 1 }), 'no-answer'],
  [answer('UNKNOWN_TOPIC_OR_PARTITION'), 'no-topic'],
  [answer('TOPIC_AUTHORIZATION_FAILED'), 'not-permitted'],
  [answer('GROUP_AUTHORIZATION_FAILED'), 'not-permitted'],
  [answer('LEADER_NOT_AVAILABLE'), 'no-answer'],
  [answer('CORRUPT_MESSAGE'), 'unknown'],
  [new WrongPassword(new Error('said so')), 'wrong-password'],
])('%s is named %s', (error, cause) => {
  expect(kafkaFailureOf(error)).toMatchObject({ cause });
});

test('an error of ours is none of Kafka', () => {
  expect(kafkaFailureOf(new Error('offset 7 is too large'))).toBeUndefined();
});
