import { decodeRecord } from './decode.js';
import { bet, newKey, partitions, signed, writtenAt } from './testing/record.js';

/** What a writer to the topic can do with a signed command of somebody else. */
const command = { ...bet, source: 'ops', type: 'jackpot.suspended', data: { reason: 'audit' } };
const answerOf = (...args: Parameters<typeof decodeRecord>) => {
  const decoded = decodeRecord(...args);
  return 'refused' in decoded ? decoded.refused.reason : 'taken';
};

test('in another partition it is wrong-partition, whatever key Kafka was given', () => {
  const key = newKey();
  const record = signed(command, key.privateKey);
  const elsewhere = (record.partition + 1) % partitions;
  expect(answerOf({ ...record, partition: elsewhere }, key.context)).toBe('wrong-partition');
});

test('for another jackpot, or with a later sequence, it is bad-signature', () => {
  const key = newKey();
  const record = signed(command, key.privateKey);
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

test('in another environment it is bad-signature, as long as each has keys of its own', () => {
  const [test, production] = [newKey(), newKey()];
  const record = signed(command, test.privateKey);
  expect(answerOf(record, test.context)).toBe('taken');
  expect(answerOf(record, production.context)).toBe('bad-signature');
});

test('after the key has gone out of use it is bad-signature by the time that the broker gives', () => {
  const key = newKey({ notAfter: '2026-11-21T04:00:00Z' });
  const record = signed(command, key.privateKey, { recordedAtMs: writtenAt });
  expect(answerOf(record, key.context)).toBe('taken');
  expect(answerOf({ ...record, recordedAtMs: writtenAt + 1 }, key.context)).toBe('bad-signature');
});
