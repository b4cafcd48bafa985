import type { ComparedKind } from '../outputs/message-id.js';
import { award, exception, value } from '../testing/outputs-messages.js';
import { messageDifference, type MessageSpot } from './message-difference.js';

const text = award(6).value;
const paid = award(6, 2_601).value;
const renamed = paid.replace('T1/1', 'T9/1');
const detailed = exception(6, { detail: 'Another.' }).value;

type Case = readonly [
  verdict: MessageSpot['verdict'],
  kind: ComparedKind,
  found: string | undefined,
  given: string | undefined,
  says: string,
];

test.each<Case>([
  [
    'missing',
    'awards',
    undefined,
    text,
    'award main/T1/1/6 here: expected MOP 25.00, found nothing',
  ],
  [
    'missing',
    'awards',
    undefined,
    undefined,
    '0/6/award here: expected what the checkpoint says was still to be sent, found nothing',
  ],
  ['extra', 'awards', text, undefined, 'award main/T1/1/6 here: expected nothing, found MOP 25.00'],
  ['extra', 'awards', '"\n"', undefined, '0/6/award here: expected nothing, found "\\"\\n\\""'],
  [
    'extra',
    'awards',
    undefined,
    undefined,
    '0/6/award here: expected nothing, found what was deleted since',
  ],
  [
    'altered',
    'awards',
    paid,
    text,
    'award main/T1/1/6 here: expected MOP 25.00, found MOP 26.01 (MOP 1.01 more)',
  ],
  [
    'altered',
    'awards',
    renamed,
    text,
    'award main/T9/1/6 here: expected award main/T1/1/6, MOP 25.00, found MOP 26.01',
  ],
  [
    'altered',
    'awards',
    text.replace('"poolAfter":5', '"poolAfter":4'),
    text,
    'award main/T1/1/6 here: expected poolAfter 5, found poolAfter 4',
  ],
  [
    'altered',
    'awards',
    text.replace('{', '{"more":1,'),
    text,
    'award main/T1/1/6 here: expected no more, found more 1',
  ],
  [
    'altered',
    'awards',
    text,
    text,
    'award main/T1/1/6 here: expected its key, headers and bytes, found others',
  ],
  [
    'altered',
    'awards',
    text,
    undefined,
    'award main/T1/1/6 here: expected another by its digest, found MOP 25.00',
  ],
  ['altered', 'awards', '{}', text, 'award main/T1/1/6 here: expected MOP 25.00, found "{}"'],
  [
    'altered',
    'exceptions',
    detailed,
    exception(6).value,
    `exception ${exception(6).id} here: expected "It is not JSON.", found "Another."`,
  ],
  [
    'altered',
    'pool-values',
    value(7, 0n).value,
    value(7).value,
    'value of main at version 7 here: expected MOP 10,140.00, found MOP 0.00 (MOP 10,140.00 less)',
  ],
  [
    'out of order',
    'awards',
    text,
    undefined,
    'award main/T1/1/6 here: expected one of the newest messages (contract 8.4), found MOP 25.00',
  ],
])('%s %s %#', (verdict, kind, found, given, says) => {
  const spot = { kind, verdict, in: kind, partition: 0, id: '0/6/award', where: 'here' };
  expect(messageDifference(spot, found, given).sentence).toBe(`${verdict}: ${says}`);
});

test('money stands in it as a number too', () => {
  const about = { kind: 'awards', in: 'awards', partition: 0, id: '0/6/award' } as const;
  const spot = { ...about, verdict: 'altered', where: 'here' } as const;
  expect(messageDifference(spot, paid, text)).toMatchObject({
    ...{ in: 'awards', partition: 0, jackpot: 'main' },
    ...{ foundMicros: 26_010_000n, logMicros: 25_000_000n },
  });
});
