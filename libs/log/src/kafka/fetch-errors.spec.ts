import { createRequire } from 'node:module';
import { jest } from '@jest/globals';
import { errorToThrow, isCuredByTime, type Fetched, type PartitionError } from './fetch-errors.js';
import { openKafka } from '../kafka.js';

/** Uses kafkajs' own parser, as changed by `openKafka`. */
const require = createRequire(import.meta.url);
openKafka({ brokers: ['127.0.0.1:1'], ssl: false, sasl: undefined, clientId: 'c' });
const { parse } = require('kafkajs/src/protocol/requests/fetch/v11/response') as {
  parse: (answer: Fetched) => Promise<Fetched>;
};
const storageError = 56;
const notLeader = 6;
const outOfRange = 1;

/** An answer for one topic; the code of each partition in turn, 0 without an error. */
function answerOf(...errorCodes: number[]): Fetched {
  const partitions = errorCodes.map((errorCode, partition) => {
    return { partition, errorCode, messages: [`of ${partition}`] };
  });
  return { responses: [{ topicName: 't', partitions }] };
}
const messagesOf = ({ responses }: Fetched) =>
  responses.flatMap(({ partitions }) => partitions.flatMap(({ messages }) => messages));
const typesOf = ({ partitionErrors = [] }: Fetched) => partitionErrors.map(({ type }) => type);

test('an answer without an error is as it was', async () => {
  const answer = answerOf(0, 0);
  expect(await parse(answer)).toBe(answer);
});

test('the error of one partition leaves the others', async () => {
  const parsed = await parse(answerOf(0, storageError, 0, notLeader));
  expect(messagesOf(parsed)).toEqual(['of 0', 'of 2']);
  expect(typesOf(parsed)).toEqual(['KAFKA_STORAGE_ERROR', 'NOT_LEADER_FOR_PARTITION']);
});

test('where no partition is left the first error is thrown, as kafkajs does', async () => {
  await expect(parse(answerOf(outOfRange, storageError))).rejects.toMatchObject({
    name: 'KafkaJSOffsetOutOfRange',
    type: 'OFFSET_OUT_OF_RANGE',
    topic: 't',
    partition: 0,
    isOfPartition: true,
  });
});

const error = (type: string) => Object.assign(new Error(type), { type }) as PartitionError;

test.each([
  ['KAFKA_STORAGE_ERROR', true],
  ['UNKNOWN', true],
  ['NOT_LEADER_FOR_PARTITION', false],
  ['OFFSET_OUT_OF_RANGE', false],
  ['TOPIC_AUTHORIZATION_FAILED', false],
])('%s is cured by time alone: %s', (type, isCured) => {
  expect(isCuredByTime(error(type))).toBe(isCured);
});

test('what somebody must act upon is thrown once a second, and the others are read in between', () => {
  jest.useFakeTimers({ now: 1_000_000 });
  const [one, other] = [{}, {}];
  const stale = error('NOT_LEADER_FOR_PARTITION');
  const errors = [error('KAFKA_STORAGE_ERROR'), stale];
  expect(errorToThrow(one, errors)).toBe(stale);
  expect(errorToThrow(one, errors)).toBeUndefined();
  expect(errorToThrow(other, errors)).toBe(stale);
  jest.advanceTimersByTime(1_000);
  expect(errorToThrow(one, errors)).toBe(stale);
  expect(errorToThrow({}, [error('KAFKA_STORAGE_ERROR')])).toBeUndefined();
  expect(errorToThrow({}, [])).toBeUndefined();
  jest.useRealTimers();
});
