import { decodeRecord } from './decode.js';
import { newKey } from '#testing/test-keys';
import { useSequence, type VerifiedSigner } from '#pools';
import { command, keyInForce, partitions, recordOf, signed, writtenAt } from './testing/record.js';

/** Attacks by a writer to the topic who has a signed command of another person. */
const answerOf = (...args: Parameters<typeof decodeRecord>) => {
  const decoded = decodeRecord(...args);
  return 'refused' in decoded ? decoded.refused.reason : 'taken';
};

test('in another partition it is wrong-partition, whatever key Kafka was given', () => {
  const key = keyInForce();
  const record = signed(command, key);
  const elsewhere = (record.partition + 1) % partitions;
  expect(answerOf({ ...record, partition: elsewhere }, key.context)).toBe('wrong-partition');
});

test('for another jackpot, or with a later sequence, it is bad-signature', () => {
  const key = keyInForce();
  const record = signed(command, key);
  const text = String(record.value);
  for (const changed of [
    text.replace('"90210"', '"90211"'),
    text.replace('audit', 'whim'),
    text.replace('"source":"ops"', '"source":"oqs"'),
  ]) {
    expect(changed).not.toBe(text);
    expect(answerOf({ ...record, value: Buffer.from(changed) }, key.context)).toBe('bad-signature');
  }
});

test('in another ledger it is bad-signature, also where the same key is in force', () => {
  const key = keyInForce();
  const record = signed(command, key);
  const { context } = key;
  expect(answerOf(record, context)).toBe('taken');
  const authority = { ...context.authority, ledger: 'another' };
  expect(answerOf(record, { ...context, authority })).toBe('bad-signature');
});

test('a second time it is command-repeated, as is whatever its key has signed before', () => {
  const key = keyInForce();
  const first = decodeRecord(signed(command, key), key.context);
  useSequence(key.context.authority, first.signer as VerifiedSigner);
  expect(answerOf(signed(command, key), key.context)).toBe('command-repeated');
  const older = { ...command, sequence: '90209', subject: 'fortune-main', source: 'other' };
  expect(answerOf(signed(older, key), key.context)).toBe('command-repeated');
  expect(answerOf(signed({ ...command, sequence: '90211' }, key), key.context)).toBe('taken');
});

test('an unsigned command, or one by another key, does not move the sequence of the key', () => {
  const key = keyInForce();
  const far = { ...command, sequence: String(Number(`${writtenAt}000`)) };
  for (const record of [recordOf(far), signed(far, { ...newKey(), kid: key.kid })]) {
    expect(decodeRecord(record, key.context)).not.toHaveProperty('signer');
  }
});

test('from the moment when it expires it is command-expired, by Kafka’s time alone', () => {
  const key = keyInForce();
  const expires = '2026-11-21T04:00:00Z';
  const record = signed({ ...command, expires }, key);
  const at = (recordedAtMs: number) => answerOf({ ...record, recordedAtMs }, key.context);
  expect(at(Date.parse(expires) - 1)).toBe('taken');
  expect(at(Date.parse(expires))).toBe('command-expired');
});

test('without an end, or with one in more than seven days, it is invalid-command', () => {
  const key = keyInForce();
  const lasting = (expires?: string) => answerOf(signed({ ...command, expires }, key), key.context);
  expect(lasting('2026-11-28T04:00:00.000Z')).toBe('taken');
  expect(lasting('2026-11-28T04:00:00.001Z')).toBe('invalid-command');
  expect(lasting()).toBe('invalid-command');
});

test.each<[string, object, object]>([
  ['expired', { expires: '2026-11-21T03:00:00Z' }, {}],
  ['without the role', {}, { roles: ['configure'] }],
  ['with wrong data', { data: {} }, {}],
  ['without an end', { expires: undefined }, {}],
])('one that is refused %s has used its sequence up', (_, changes, key) => {
  const own = keyInForce(key);
  const decoded = decodeRecord(signed({ ...command, ...changes }, own), own.context);
  expect(decoded).toMatchObject({ refused: {}, signer: { sequence: 90_210n } });
});
