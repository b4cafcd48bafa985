import { HttpException } from '@nestjs/common';
import { readEvents } from './read-events.js';

const one = 'application/cloudevents+json';
const many = 'application/cloudevents-batch+json';
const bet = (own: object = {}, data: object = {}) => ({
  ...{ specversion: '1.0', type: 'bet.placed', id: 'T1/1', source: 'T1', subject: 'main' },
  ...{ sequence: '1', ...own },
  data: { round: '1', seat: 1, stake: 5_000, baseBets: ['ante'], ...data },
});
const read = (type: string, body: string) =>
  readEvents({ 'content-type': type }, Buffer.from(body), 'T1', 12);

function refusalOf(act: () => unknown): [status: number, sentence: string] {
  try {
    act();
  } catch (error) {
    if (error instanceof HttpException) return [error.getStatus(), error.message];
    throw error;
  }
  return [200, ''];
}

test('each event of a batch keeps its bytes, whatever stands in its texts and around it', () => {
  const texts = [
    JSON.stringify(bet({ id: 'a],[b{"\\' })),
    JSON.stringify(bet({ sequence: '2' }), null, 2),
    JSON.stringify(bet({ id: '牌,"]', more: [[1], { deep: ['}'] }] })),
  ];
  const values = read(many, ` [\n${texts.join(' ,\t')}\r\n] `).map(({ value }) => String(value));
  expect(values).toEqual(texts);
  expect(read(`${one}; charset=utf-8`, ` ${texts[0]}`).map(({ value }) => String(value))).toEqual([
    ` ${texts[0]}`,
  ]);
});

test.each<[string, string, string, number, RegExp]>([
  ['no batch', many, '{}', 400, /not a JSON array/],
  ['an empty batch', many, '[ ]', 400, /1 to 16 events; this one has 0/],
  ['a long batch', many, JSON.stringify(Array(17).fill(bet())), 400, /this one has 17/],
  ['no JSON', one, '{', 400, /not JSON/],
  ['another type', 'application/json', '{}', 415, /must be application\/cloudevents\+json/],
  ['no type', '', '{}', 415, /it was missing/],
  ['a batch in a batch', many, JSON.stringify([[bet()]]), 400, /^Event 1 of 1: /],
  ['a stake by half', one, JSON.stringify(bet({}, { stake: 50.5 })), 400, /was 50\.5/],
  ['another source', one, JSON.stringify(bet({ source: 'T2' })), 403, /source is T2/],
  ['a command', one, JSON.stringify(bet({ type: 'keys.set' })), 403, /command of an operator/],
  ['much text', one, JSON.stringify(bet({ id: 'x'.repeat(65_536) })), 413, /more than 65536/],
])('%s is refused before the log', (_, type, body, status, sentence) => {
  expect(refusalOf(() => read(type, body))).toEqual([status, expect.stringMatching(sentence)]);
});

test('what is packed is refused, and a batch with a signature, of one event too', () => {
  const body = Buffer.from(JSON.stringify([bet()]));
  const packed = { 'content-type': many, 'content-encoding': 'gzip' };
  expect(refusalOf(() => readEvents(packed, body, 'T1', 12))[0]).toBe(415);
  const signed = { 'content-type': many, signature: 'a:b' };
  expect(refusalOf(() => readEvents(signed, body, 'T1', 12))[0]).toBe(400);
});

test('a member that is there twice is refused in a batch too', () => {
  const twice = JSON.stringify(bet()).replace('"seat":1', '"seat":1,"seat":2');
  const [status, sentence] = refusalOf(() => read(many, `[${JSON.stringify(bet())},${twice}]`));
  expect([status, sentence]).toEqual([400, expect.stringMatching(/^Event 2 of 2: .*seat/)]);
});
