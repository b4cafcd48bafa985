import { exceptionSchema, exceptionText } from './messages.js';
import { bet, recordOf } from './testing/record.js';

const read = (text: string) => exceptionSchema.parse(JSON.parse(text));

test('an exception holds the event to the letter, and the names that it gives', () => {
  const value = Buffer.from(
    `{ "stake": 1.0e3, "subject": "fortune-main", "id": "x", "big": 12345678901234567890 }`,
  );
  const { jackpot, text } = exceptionText(recordOf(value), 'malformed', 'Why.');
  expect(jackpot).toBe('fortune-main');
  expect(text).toContain(`"event":${value.toString()}`);
  expect(read(text)).toMatchObject({
    reason: 'malformed',
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
  const { jackpot, text } = exceptionText({ ...recordOf(bet), value }, 'malformed', 'Why.');
  const { raw, ...message } = read(text);
  expect(jackpot).toBeNull();
  expect(Buffer.from(raw ?? '?', 'base64')).toEqual(value ?? Buffer.alloc(0));
  expect(message).not.toHaveProperty('event');
});

test('whatever a stranger wrote, the message stays below what brokers take', () => {
  const loud = 'x'.repeat(900_000);
  const huge = exceptionText(recordOf(Buffer.alloc(900_000, 0x78)), 'malformed', loud);
  const quoting = exceptionText(recordOf({ ...bet, subject: loud }), 'bad-signature', loud);
  expect(huge.text.length).toBeLessThan(128 * 1024);
  expect(quoting.text.length).toBeLessThan(128 * 1024);
  expect(quoting.jackpot).toBeNull();
  expect(read(huge.text).detail).toMatch(/^x{4000} …$/);
});

test('an event nested 30,000 deep is written as it came', () => {
  const value = Buffer.from(`{"subject":"a","deep":${'['.repeat(30_000)}${']'.repeat(30_000)}}`);
  const { text } = exceptionText(recordOf(value), 'malformed', 'Why.');
  expect(text.endsWith(`"event":${value.toString()}}`)).toBe(true);
});

test.each(['null', '5', '[]', '"text"'])(
  'the JSON %s names nothing and stands as the event',
  (json) => {
    const { jackpot, text } = exceptionText(recordOf(Buffer.from(json)), 'malformed', 'Why.');
    expect([jackpot, read(text).event]).toEqual([null, JSON.parse(json)]);
  },
);
