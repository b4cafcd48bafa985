import type { PartitionState } from '#pools';
import { newKey, signingKey } from '#testing/test-keys';
import { decodeRecord } from './decode.js';
import { bet, keyInForce, recordOf, signed } from './testing/record.js';

/** Attacks by a writer to the topic, in the name of a table that has a key (contract 3.6). */

type Signs = 'claims' | 'settlements' | 'all';

const win = { round: '1', wins: [{ seat: 1, hand: 'royal-flush' }] };
const events = {
  'table.heartbeat': { type: 'table.heartbeat', data: {} },
  'bet.placed': { type: 'bet.placed', data: bet.data },
  'bet.withdrawn': { type: 'bet.withdrawn', data: { round: '1', seat: 1 } },
  'round.dealt': { type: 'round.dealt', data: { round: '1' } },
  'round.dealt with seats': { type: 'round.dealt', data: { round: '1', seats: [] } },
  'round.settled without wins': { type: 'round.settled', data: { round: '1', wins: [] } },
  'round.settled with wins': { type: 'round.settled', data: win },
  'round.voided': { type: 'round.voided', data: { round: '1', reason: 'other' } },
};

const taking = ['bet.withdrawn', 'round.dealt with seats'] as const;
const settling = ['round.settled without wins', 'round.settled with wins'] as const;

/** A table's key, and a partition in which its table must sign. */
function tableThatSigns(signs: Signs) {
  const key = keyInForce({ roles: ['table'] });
  const listed = { id: bet.source, kid: key.kid, signs };
  const jackpot = { inForce: { tables: new Map([[bet.source, listed]]) } };
  const jackpots = new Map([[bet.subject, jackpot]]) as unknown as PartitionState['jackpots'];
  return { key, context: { ...key.context, jackpots } };
}

const eventOf = (body: object) => ({ ...bet, ...body });
function answerOf(record: Parameters<typeof decodeRecord>[0], signs: Signs = 'claims') {
  return answerIn(record, tableThatSigns(signs).context);
}
function answerIn(...[record, context]: Parameters<typeof decodeRecord>): string {
  const decoded = decodeRecord(record, context);
  return 'refused' in decoded ? decoded.refused.reason : 'taken';
}

test.each<[Signs, (keyof typeof events)[]]>([
  ['claims', [...taking, 'round.settled with wins', 'round.voided']],
  ['settlements', [...taking, ...settling, 'round.voided']],
  ['all', Object.keys(events) as (keyof typeof events)[]],
])('without a signature a table that signs %s is refused for just these', (signs, asked) => {
  const refused = Object.entries(events)
    .filter(([, body]) => answerOf(recordOf(eventOf(body)), signs) === 'unsigned-claim')
    .map(([name]) => name);
  expect(refused).toEqual(asked);
});

test('an unsigned claim names the table, its key, and what to do', () => {
  const { context } = tableThatSigns('claims');
  const claim = eventOf(events['round.settled with wins']);
  expect(decodeRecord(recordOf(claim), context)).toHaveProperty(
    'refused.detail',
    'F3-07 signs this with its key ops-1, but this round.settled has no signature: if the table sent it, give its controller the key; if not, somebody writes in its name.',
  );
});

test('with the table’s key it is taken, and the fold knows that it was verified', () => {
  const { key, context } = tableThatSigns('claims');
  const claim = eventOf(events['round.settled with wins']);
  expect(decodeRecord(signed(claim, key), context)).toHaveProperty('event.signed', true);
  expect(decodeRecord(recordOf(bet), context)).not.toHaveProperty('event.signed');
});

test('what must be signed is taken however far ahead its sequence is', () => {
  const { key, context } = tableThatSigns('claims');
  const sequence = String(2n ** 63n - 1n);
  const claim = { ...eventOf(events['round.settled with wins']), sequence };
  expect(decodeRecord(signed(claim, key), context)).toHaveProperty('event.signed', true);
  const ahead = decodeRecord(recordOf({ ...bet, sequence }), context);
  expect(ahead).toHaveProperty('refused.reason', 'sequence-ahead');
});

describe('it is bad-signature', () => {
  const claim = eventOf(events['round.settled with wins']);
  const given = tableThatSigns('claims');
  const { key, context } = given;
  const { authority } = context;
  const right = signed(claim, key);
  const withKeys = (...keys: ReturnType<typeof signingKey>[]) => ({
    ...context,
    authority: { ...authority, keys: new Map(keys.map((each) => [each.kid, each])) },
  });

  test('of another key, though it has the role table and all others', () => {
    const other = newKey('table-2');
    const both = withKeys(signingKey(key, { roles: ['table'] }), signingKey(other));
    expect(decodeRecord(signed(claim, other), both)).toHaveProperty('refused', {
      reason: 'bad-signature',
      detail: 'The signature names another key than ops-1, by which F3-07 signs.',
    });
    expect(answerIn(right, both)).toBe('taken');
  });

  test('of a key that was revoked, or has lost the role', () => {
    expect(answerIn(right, withKeys())).toBe('bad-signature');
    expect(answerIn(right, withKeys(signingKey(key, { roles: ['operate'] })))).toBe(
      'bad-signature',
    );
  });

  test('of another seat, another round, another table', () => {
    const text = String(right.value);
    for (const [old, changed] of [
      ['"seat":1', '"seat":2'],
      ['"round":"1"', '"round":"2"'],
      ['"sequence":"90210"', '"sequence":"90211"'],
    ] as const) {
      const value = Buffer.from(text.replace(old, changed));
      expect(String(value)).not.toBe(text);
      expect(answerIn({ ...right, value }, context)).toBe('bad-signature');
    }
  });

  test('of two signatures, also of the same one twice', () => {
    const signature = right.headers?.['signature'] as Buffer;
    const headers = { signature: [signature, signature] };
    expect(answerIn({ ...right, headers }, context)).toBe('bad-signature');
  });
});
