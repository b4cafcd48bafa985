import kafkajs from 'kafkajs';
import { CrashPolicy } from './crash-policy.js';
import { CapturedLines } from './testing/log-service-harness.js';

const { KafkaJSConnectionError, KafkaJSNonRetriableError, KafkaJSNumberOfRetriesExceeded } =
  kafkajs;

/** The error of kafkajs' retrier; its types omit the cause. */
function notTriedAgain(): Error {
  const bug = new TypeError('our bug');
  return Object.assign(new KafkaJSNonRetriableError(bug), { cause: bug });
}

const retries = { retryCount: 5, retryTime: 1 };

test('unreachable brokers are waited for without limit, and logged once', () => {
  const captured = new CapturedLines();
  const policy = new CrashPolicy(captured);
  for (let attempt = 0; attempt < 50; attempt += 1) {
    const cause = new KafkaJSConnectionError('connect ECONNREFUSED');
    expect(policy.record(new KafkaJSNumberOfRetriesExceeded(cause, retries))).toBeUndefined();
  }
  policy.recovered();
  policy.recovered();
  expect(captured.lines.map(({ message }) => message)).toEqual([
    'Kafka cannot be used (connect ECONNREFUSED); waiting for it',
    'Kafka can be used again',
  ]);
  expect(captured.lines.map(({ fields }) => fields)).toEqual([
    { event: 'kafka-waits' },
    { event: 'kafka-back', waitedMs: expect.any(Number) },
  ]);
});

test.each([
  ['a plain error', new Error('our bug')],
  [
    'one that kafkajs tried again',
    new KafkaJSNumberOfRetriesExceeded(new Error('our bug'), retries),
  ],
  ['one that kafkajs did not', notTriedAgain()],
  ['a text', 'our bug'],
])('a bug ends the process after five restarts: %s', (_name, error) => {
  const policy = new CrashPolicy(new CapturedLines());
  for (let attempt = 0; attempt < 5; attempt += 1) expect(policy.record(error)).toBeUndefined();
  expect(policy.record(error)).toBe(
    'The consumer crashed 6 times in five minutes, the last time with: our bug',
  );
});
