import type { DecodableRecord } from './decoded.js';
import { exceptionText, namesOf, summedText } from './exception-text.js';
import { exceptionSchema } from './messages.js';
import { bet, recordOf } from './testing/record.js';
import type { ExceptionReason } from './refusals.js';

const read = (text: string) => exceptionSchema.parse(JSON.parse(text));

function exceptionOf(record: DecodableRecord, reason: ExceptionReason, detail: string) {
  const names = namesOf(record);
  return {
    jackpot: names.jackpot,
    text: exceptionText(record, names, { reason, detail, isApplied: false }),
  };
}

test('an exception holds the event to the letter, and the names that it gives', () => {
  const value = Buffer.from(`{ "stake": 1.0e3, "subject": "fortune-main", "id": "x" }`);
  const { jackpot, text } = exceptionOf(recordOf(value), 'malformed', 'Why.');
  expect(jackpot).toBe('fortune-main');
  expect(text).toContain(`"event":${value.toString()}`);
  expect(read(text)).toMatchObject({
    reason: 'malformed',
    applied: false,
    detail: 'Why.',
    jackpot: 'fortune-main',
    source: null,
    sequence: null,
    id: 'x',
    offset: 7,
  });
});

test.each<[string, Buffer | null]>([
  ['no value', null],
  ['no JSON', Buffer.from('{"subject":')],
  ['no UTF-8', Buffer.from([0x22, 0xff, 0x22])],
])('a record with %s stands in its exception as base64', (_, value) => {
  const { jackpot, text } = exceptionOf({ ...recordOf(bet), value }, 'malformed', 'Why.');
  const { raw, ...message } = read(text);
  expect(jackpot).toBeNull();
  expect(Buffer.from(raw ?? '?', 'base64')).toEqual(value ?? Buffer.alloc(0));
  expect(message).not.toHaveProperty('event');
});

test('whatever a stranger wrote, the message stays below what brokers take', () => {
  const loud = 'x'.repeat(900_000);
  const huge = exceptionOf(recordOf(Buffer.alloc(900_000, 0x78)), 'malformed', loud);
  const quoting = exceptionOf(recordOf({ ...bet, subject: loud }), 'bad-signature', loud);
  expect(huge.text.length).toBeLessThan(128 * 1024);
  expect(quoting.text.length).toBeLessThan(128 * 1024);
  expect(quoting.jackpot).toBeNull();
  expect(read(huge.text).detail).toMatch(/^x{4000} …$/);
});

test.each([
  ['nested 30,000 deep', `{"subject":"a","deep":${'['.repeat(30_000)}${']'.repeat(30_000)}}`],
  ['with a member twice', '{"subject":"a","data":1,"data":2}'],
  ['with a number that no double holds', '{"subject":"a","data":12345678901234567890}'],
])('an event %s is given as its bytes, for no reader to stumble over', (_, text) => {
  const value = Buffer.from(text);
  const { event, raw } = read(exceptionOf(recordOf(value), 'malformed', 'Why.').text);
  expect(event).toBeUndefined();
  expect(Buffer.from(raw as string, 'base64')).toEqual(value.subarray(0, 48 * 1024));
});

test.each(['null', '5', '[]', '"text"'])(
  'the JSON %s names nothing and stands as the event',
  (json) => {
    const { jackpot, text } = exceptionOf(recordOf(Buffer.from(json)), 'malformed', 'Why.');
    expect([jackpot, read(text).event]).toEqual([null, JSON.parse(json)]);
  },
);

test('a sum says how many records it stands for, and where they are', () => {
  const record = { partition: 7, offset: 900 };
  const text = summedText(record, 'malformed', 'F3-07', {
    of: 'listed',
    count: 41,
    from: 800,
    to: 860,
  });
  expect(read(text)).toEqual({
    reason: 'malformed',
    applied: false,
    detail:
      '41 more records of F3-07, at offsets 800 to 860, have this reason and no message of their own.',
    ...{ jackpot: null, source: 'F3-07', sequence: null, id: null, partition: 7, offset: 900 },
    summed: { of: 'listed', count: 41, from: 800, to: 860 },
  });
  // A sum cannot tell whether the events with this remark were applied.
  const remarks = summedText(record, 'sequence-gap', 'F3-07', {
    ...{ of: 'listed', count: 41, from: 800, to: 860 },
  });
  expect(read(remarks).applied).toBeNull();
});
