import { processorMs } from '#testing/processor';
import { decodeRecord } from './decode.js';
import { envelopeSchema, tableEventSchemas, wholeEventSchemas } from './events.js';
import { homePartition } from './partition.js';
import {
  bet,
  command as suspended,
  keyInForce,
  partitions,
  recordOf,
  signed,
  writtenAt,
} from './testing/record.js';

const known = keyInForce();
const decode = (value: unknown, changes = {}) =>
  decodeRecord(recordOf(value, changes), known.context);
const refusedAs = (decoded: object) =>
  'refused' in decoded ? (decoded.refused as { reason: string }).reason : 'taken';
const betWith = (changes: object) => ({ ...bet, data: { ...bet.data, ...changes } });
const settledWith = (hands: object[]) => ({
  ...{ ...bet, type: 'round.settled' },
  data: { round: '1', wins: [], hands },
});
/** Returns the bet's text with the first occurrence of `word` replaced. */
const changed = (word: string, by: string) =>
  Buffer.from(JSON.stringify(bet).replace(word, () => by));
const padded = (length: number) => {
  const text = JSON.stringify({ ...bet, padding: '' });
  return Buffer.from(
    text.replace('"padding":""', `"padding":"${'x'.repeat(length - text.length)}"`),
  );
};

// Comparing this value would exhaust the stack, and a length limit applies to anything with a
// length.
const deep = '(deep)';
const deepened = (event: object) =>
  Buffer.from(
    JSON.stringify(event).replace(
      `"${deep}"`,
      `{"length":${'['.repeat(15_000)}${']'.repeat(15_000)}}`,
    ),
  );

test.each<[string, object]>([
  ['a round', betWith({ round: deep })],
  ['a currency', betWith({ currency: deep })],
  ['an id', { ...bet, id: deep }],
  ['a type', { ...bet, type: deep }],
  ['wins', { ...bet, type: 'round.settled', data: { round: '1', wins: deep } }],
  ['cards', { ...bet, type: 'round.settled', data: { round: '1', wins: [], community: deep } }],
])(
  '%s that is nested 15,000 deep is malformed, by the same sentence on every machine',
  (_, event) => {
    const detail = 'The event has more than 32 levels of nesting.';
    expect(decode(deepened(event))).toEqual({ refused: { reason: 'malformed', detail } });
  },
);

test('a command’s reason that is nested 15,000 deep is malformed', () => {
  const key = keyInForce();
  const event = { ...bet, type: 'jackpot.suspended', data: { reason: deep } };
  expect(decodeRecord(signed(deepened(event), key), key.context)).toMatchObject({
    refused: { reason: 'malformed' },
  });
});

test('the bet of the contract’s page is read to the letter', () => {
  expect(decode(bet)).toEqual({
    event: {
      id: 'F3-07/184467/bet/3',
      time: '2026-11-21T04:00:00.000Z',
      jackpot: 'fortune-main',
      source: 'F3-07',
      sequence: 90_210n,
      content: expect.any(Number) as number,
      type: 'bet.placed',
      data: { round: '184467', seat: 3, stake: 5_000, baseBets: ['ante'] },
    },
  });
});

test.each<[string, unknown]>([
  ['no value', Buffer.alloc(0)],
  ['no JSON', Buffer.from('bet')],
  ['JSON that is cut off', Buffer.from(JSON.stringify(bet).slice(0, -1))],
  [
    'a byte that is no UTF-8',
    Buffer.from(JSON.stringify(bet).replace('F3-07', 'F3\xff'), 'latin1'),
  ],
  ['a byte order mark', Buffer.from(`\ufeff${JSON.stringify(bet)}`)],
  ['64 KiB and a byte', padded(65_537)],
  ['a number', 5],
  ['null', null],
  ['an array', [bet]],
  ['30,000 arrays', Buffer.from('['.repeat(30_000) + ']'.repeat(30_000))],
  ['a stake of -1', betWith({ stake: -1 })],
  ['a stake of 0', betWith({ stake: 0 })],
  ['a stake of 1.5', betWith({ stake: 1.5 })],
  ['a stake of 1e30', betWith({ stake: 1e30 })],
  ['a stake of 2^53', betWith({ stake: 2 ** 53 })],
  ['a stake of "5000"', betWith({ stake: '5000' })],
  ['a stake of null', betWith({ stake: null })],
  ['no stake', betWith({ stake: undefined })],
  ['a stake beyond the numbers', Buffer.from(JSON.stringify(bet).replace('5000', '1e999'))],
  ['seat 0', betWith({ seat: 0 })],
  ['seat 8', betWith({ seat: 8 })],
  ['seat "3"', betWith({ seat: '3' })],
  ['no round', betWith({ round: undefined })],
  ['an empty round', betWith({ round: '' })],
  ['a round of 65 letters', betWith({ round: 'x'.repeat(65) })],
  ['a round that is a number', betWith({ round: 184_467 })],
  ['no base bets', betWith({ baseBets: undefined })],
  ['an unknown base bet', betWith({ baseBets: ['raise'] })],
  ['data that is an array', { ...bet, data: [] }],
  ['data that is null', { ...bet, data: null }],
  ['no data', { ...bet, data: undefined }],
  [
    'data by inheritance only',
    Buffer.from(
      JSON.stringify({ ...bet, data: {} }).replace(
        '"data":{}',
        `"data":{"__proto__":${JSON.stringify(bet.data)}}`,
      ),
    ),
  ],
  ['sequence as a number', { ...bet, sequence: 90_210 }],
  ['an empty sequence', { ...bet, sequence: '' }],
  ['a negative sequence', { ...bet, sequence: '-1' }],
  ['a sequence with a fraction', { ...bet, sequence: '1.5' }],
  ['a sequence with a leading zero', { ...bet, sequence: '007' }],
  ['a sequence in hexadecimal', { ...bet, sequence: '0x1f' }],
  ['a sequence with a line end', { ...bet, sequence: '5\n' }],
  ['a sequence of nineteen signs that are no digits', { ...bet, sequence: '2026-11-21T04:00:00' }],
  ['a sequence that is a text with a number in it', { ...bet, sequence: ' '.repeat(30) + 'x' }],
  [
    'an unknown type with such a sequence',
    { ...bet, type: 'bet.doubled', sequence: 'nineteen or more signs' },
  ],
  ['a sequence of 2^63', { ...bet, sequence: String(2n ** 63n) }],
  ['no id', { ...bet, id: undefined }],
  ['an empty id', { ...bet, id: '' }],
  ['a source with a space', { ...bet, source: 'F3 07' }],
  ['a source of 65 letters', { ...bet, source: 'x'.repeat(65) }],
  ['a source with a slash', { ...bet, source: 'F3/07' }],
  ['an empty subject', { ...bet, subject: '' }],
  ['no type', { ...bet, type: undefined }],
  ['a type that is an object', { ...bet, type: {} }],
  ['another CloudEvents version', { ...bet, specversion: '0.3' }],
  ['a time of 41 characters', { ...bet, time: 'x'.repeat(41) }],
  ['a time that is no text', { ...bet, time: 1_795_939_506 }],
])('malformed: %s', (_, value) => {
  expect(refusedAs(decode(value))).toBe('malformed');
});

test('a record without a value is malformed', () => {
  expect(refusedAs(decodeRecord({ ...recordOf(bet), value: null }, known.context))).toBe(
    'malformed',
  );
});

test.each<[string, unknown]>([
  ['64 KiB', padded(65_536)],
  ['a sequence of a day ahead', { ...bet, sequence: `${writtenAt + 86_400_000}000` }],
  ['sequence 0', { ...bet, sequence: '0' }],
  ['no time', { ...bet, time: undefined }],
  ...['2026-11-21T12:00:00.5+08:00', '2026-11-21T04:00Z', '2026-11-21t04:00:00+0800', 'noon'].map(
    (time): [string, unknown] => [`the time ${time}`, { ...bet, time }],
  ),
  ['members beside the data that nobody knows', { ...bet, traceparent: 'x', dataschema: 'y' }],
  ['no base bet, which the fold answers', betWith({ baseBets: [] })],
  ['a number of another form', changed('5000', '5.0e3')],
  ['spaces everywhere', Buffer.from(JSON.stringify(bet, null, 8))],
  ['the same member in two objects', changed('{', '{"extra":{"id":"x","source":"y"},')],
])('taken: %s', (_, value) => {
  expect(decode(value)).toMatchObject({ event: { data: { seat: 3, stake: 5_000 } } });
});

test.each<[string, unknown, string]>([
  [
    'a number that would be rounded',
    changed('5000', '5000.0000000000001'),
    'stake is 5000.0000000000001, which a double holds as 5000: write a number that a double can hold.',
  ],
  [
    'a whole one',
    changed('5000', '9007199254740993'),
    'stake is 9007199254740993, which a double holds as 9007199254740992: write a number that a double can hold.',
  ],
  [
    'one beyond the numbers',
    changed('5000', '1e400'),
    'stake is 1e400, which a double holds as Infinity: write a number that a double can hold.',
  ],
  [
    'one that would be nothing',
    changed('"round"', '"x":1e-400,"round"'),
    'x is 1e-400, which a double holds as 0: write a number that a double can hold.',
  ],
  [
    'one in a list that nobody knows',
    changed('"round"', '"x":[0,{"y":[1,5000.0000000000001]}],"round"'),
    'y is 5000.0000000000001, which a double holds as 5000: write a number that a double can hold.',
  ],
  ['a stake twice', changed('5000', '5000,"stake":9000'), 'stake appears twice.'],
  [
    'a stake twice, as short as can be',
    changed('"stake":5000', '"stake":5e3,"stake":9e3'),
    'stake appears twice.',
  ],
  [
    'half of a character',
    changed('"ante"', '"\\ud800"'),
    'baseBets has half a surrogate pair: "\\ud800".',
  ],
  [
    'the other half, in a name',
    changed('"round"', '"x\\uDC00":1,"round"'),
    'data has half a surrogate pair: "x\\uDC00".',
  ],
  ['a member that no bet has', betWith({ Currency: 'HKD' }), 'data has no member Currency.'],
  [
    'a member that no hand has',
    settledWith([{ seat: 3, cards: ['As', 'Ks', 'Qs'], suit: 's' }]),
    'hands.0 has no member suit.',
  ],
  ['a nameless member twice', changed('"round"', '"":1,"":1,"round"'), ' appears twice.'],
  [
    'a subject twice, once in other letters',
    changed('"subject"', '"s\\u0075bject":"x","subject"'),
    'subject appears twice.',
  ],
  [
    'a member twice far below',
    changed('"round"', '"x":[[{"y":{"z":1,"z":1}}]],"round"'),
    'z appears twice.',
  ],
  [
    'a member named __proto__',
    changed('{', '{"__proto__":{"type":"x"},'),
    'The event has a member named __proto__.',
  ],
  [
    'one in other letters',
    changed('"round"', '"__pr\\u006fto__":1,"round"'),
    'The event has a member named __proto__.',
  ],
  [
    '33 levels that nobody knows',
    changed('{', `{"deep":${'['.repeat(32)}${']'.repeat(32)},`),
    'The event has more than 32 levels of nesting.',
  ],
  [
    '30,000 levels',
    changed('{', `{"deep":${'['.repeat(30_000)}${']'.repeat(30_000)},`),
    'The event has more than 32 levels of nesting.',
  ],
])('malformed, by a sentence that names it: %s', (_, value, detail) => {
  expect(decode(value)).toEqual({ refused: { reason: 'malformed', detail } });
});

test('32 levels are taken', () => {
  const deepest = `{"deep":${'['.repeat(31)}${']'.repeat(31)},`;
  expect(decode(changed('{', deepest))).toHaveProperty('event');
});

test('what a close reading of a large text costs grows with its length alone', () => {
  const long = `${'0'.repeat(60_000)}1`;
  const began = processorMs();
  expect(refusedAs(decode(changed('5000', `0.${long}`)))).toBe('malformed');
  expect(refusedAs(decode(changed('{', `{"x":"${'\\\\'.repeat(15_000)}","y":0.5,`)))).toBe('taken');
  expect(processorMs() - began).toBeLessThan(1_000);
});

test('nothing that an event brings in reaches the prototype of objects', () => {
  const text = JSON.stringify(bet).replaceAll('{', '{"__proto__":{"polluted":true},');
  expect(refusedAs(decode(Buffer.from(text)))).toBe('malformed');
  expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
});

test('a type that nobody knows is unknown-type, also one named like a member of every object', () => {
  for (const type of ['bet.doubled', 'constructor', '__proto__', 'toString']) {
    expect(refusedAs(decode({ ...bet, type }))).toBe('unknown-type');
  }
});

test('an event in another partition than its jackpot’s is wrong-partition, naming the right one', () => {
  const home = homePartition('fortune-main', partitions);
  const decoded = decode(bet, { partition: (home + 1) % partitions });
  expect(refusedAs(decoded)).toBe('wrong-partition');
  const detail = expect.stringContaining(`partition ${home},`) as string;
  expect(decoded).toMatchObject({ refused: { detail } });
});

test.each([
  ['a bet', bet],
  ['a heartbeat', { ...bet, type: 'table.heartbeat', data: {} }],
])('%s more than a day ahead of the record’s Kafka time is sequence-ahead', (_, event) => {
  for (const sequence of [`${writtenAt + 86_400_000}001`, String(2n ** 63n - 1n)]) {
    const decoded = decodeRecord(signed({ ...event, sequence }, known), known.context);
    expect(decoded).not.toHaveProperty('signer');
    expect(refusedAs(decoded)).toBe('sequence-ahead');
    expect(decoded).toMatchObject({
      refused: { detail: expect.stringContaining(`Sequence ${sequence} of F3-07 `) as string },
    });
  }
});

test('an event is answered by the first refusal that applies', () => {
  const key = keyInForce({ roles: ['operate'] });
  const elsewhere = { partition: (homePartition('fortune-main', partitions) + 1) % partitions };
  const command = { ...suspended, type: 'pool.adjusted', data: { amount: 0 } };
  const answer = (value: unknown, changes = {}) =>
    refusedAs(decodeRecord(signed(value, key, changes), key.context));
  expect(answer({ ...bet, type: 'bet.doubled', id: '' }, elsewhere)).toBe('malformed');
  expect(answer({ ...bet, type: 'bet.doubled' }, elsewhere)).toBe('unknown-type');
  expect(answer(betWith({ seat: 9 }), elsewhere)).toBe('malformed');
  expect(answer(command, { ...elsewhere, headers: {} })).toBe('wrong-partition');
  expect(answer(command, { headers: {} })).toBe('unsigned-command');
  expect(answer(command, { headers: { signature: 'x' } })).toBe('bad-signature');
  expect(answer(command)).toBe('not-permitted');
  expect(answer({ ...command, type: 'jackpot.suspended' })).toBe('invalid-command');
});

test('the compiled schema of a whole event decides as envelope and data do one after the other', () => {
  const values = [
    bet,
    betWith({ seat: 8 }),
    betWith({ stake: 2 ** 53 }),
    { ...bet, sequence: 'x' },
  ];
  for (const value of values) {
    const apart =
      envelopeSchema.safeParse(value).success &&
      tableEventSchemas['bet.placed'].safeParse(value.data).success;
    expect(wholeEventSchemas['bet.placed'].safeParse(value).success).toBe(apart);
  }
});
