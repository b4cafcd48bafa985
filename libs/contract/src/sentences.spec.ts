import { decodeRecord } from './decode.js';
import { bet, command, keyInForce, recordOf, signed } from './testing/record.js';

/** The sentences on `jackpot.exceptions` after one of the frequent mistakes. */

const known = keyInForce();
const detailOf = (value: unknown): string => {
  const decoded = decodeRecord(recordOf(value), known.context);
  return 'refused' in decoded ? decoded.refused.detail : 'taken';
};
const betWith = (changes: object) => ({ ...bet, data: { ...bet.data, ...changes } });
const settled = (data: object) => ({
  ...bet,
  type: 'round.settled',
  data: { round: '1', ...data },
});

test.each<[string, unknown, string]>([
  [
    'a stake with a fraction',
    betWith({ stake: 50.5 }),
    'stake must be a whole number of minor units, was 50.5.',
  ],
  ['a negative stake', betWith({ stake: -1 }), 'stake must be at least 1, was -1.'],
  [
    'a stake in quotes',
    betWith({ stake: '5000' }),
    'stake must be a whole number of minor units, was "5000".',
  ],
  [
    'a stake that is null',
    betWith({ stake: null }),
    'stake must be a whole number of minor units, was null.',
  ],
  [
    'a stake of 2^53',
    betWith({ stake: 2 ** 53 }),
    'stake must be at most 9007199254740991, was 9007199254740992.',
  ],
  ['no stake', betWith({ stake: undefined }), 'stake is missing.'],
  ['seat 8', betWith({ seat: 8 }), 'seat must be at most 7, was 8.'],
  ['a seat in quotes', betWith({ seat: '3' }), 'seat must be a whole number, was "3".'],
  [
    'an unknown base bet',
    betWith({ baseBets: ['raise'] }),
    'baseBets.0 must be ante or pair-plus, was "raise".',
  ],
  [
    'the same base bet twice',
    betWith({ baseBets: ['ante', 'ante'] }),
    'baseBets must name no bet twice.',
  ],
  [
    'a base bet without a list',
    betWith({ baseBets: 'ante' }),
    'baseBets must be a list, was "ante".',
  ],
  [
    'a round that nobody can type',
    betWith({ round: 'x\u001bx' }),
    'round must be a text of visible characters, was "x\\u001bx".',
  ],
  ['an empty round', betWith({ round: '' }), 'round must have at least 1 letters, was "".'],
  ['a round that is a number', betWith({ round: 7 }), 'round must be a text, was 7.'],
  [
    'a sequence that is a number',
    { ...bet, sequence: 90_210 },
    'sequence must be a decimal integer in quotes, such as "90210", was 90210.',
  ],
  [
    'a sequence with a leading zero',
    { ...bet, sequence: '007' },
    'sequence must be a decimal integer without leading zeros, was "007".',
  ],
  ['no sequence', { ...bet, sequence: undefined }, 'sequence is missing.'],
  ['no data', { ...bet, data: undefined }, 'data is missing.'],
  [
    'a subject with a slash',
    { ...bet, subject: 'a/b' },
    'subject must be 1 to 64 of A–Z a–z 0–9 . _ - with a letter or a digit, was "a/b".',
  ],
  [
    'another CloudEvents version',
    { ...bet, specversion: '0.3' },
    'specversion must be 1.0, was "0.3".',
  ],
  [
    'an unknown hand',
    settled({ wins: [{ seat: 1, hand: 'pair' }] }),
    'wins.0.hand must be royal-flush, straight-flush, four-of-a-kind, full-house, flush, was "pair".',
  ],
  [
    'a card that is none',
    settled({ wins: [], community: ['As', '1x'] }),
    'community.1 must be a card such as As or Td, was "1x".',
  ],
  [
    'one community card',
    settled({ wins: [], community: ['As'] }),
    'community must have exactly 2 entries, was a list of 1.',
  ],
  ['a list for an event', [bet], 'the event must be an object, was a list of 1.'],
  [
    'two mistakes',
    betWith({ stake: 1.5, seat: 0 }),
    'seat must be at least 1, was 0; stake must be a whole number of minor units, was 1.5.',
  ],
])('%s', (_, value, sentence) => {
  expect(detailOf(value)).toBe(sentence);
});

test('a long value is shown by its beginning', () => {
  const detail = detailOf(betWith({ round: 'x'.repeat(30_000) }));
  expect(detail).toBe(`round must have at most 64 letters, was "${'x'.repeat(59)} ….`);
});

test('a command’s mistakes are said in the same words', () => {
  const key = keyInForce();
  const answer = (type: string, data: object) => {
    const decoded = decodeRecord(signed({ ...command, type, data }, key), key.context);
    return 'refused' in decoded ? decoded.refused.detail : 'taken';
  };
  expect(answer('pool.adjusted', { amount: 1.5, account: 'house' })).toBe(
    'amount must be a whole number of minor units, was 1.5; account must be pool or reserve, was "house"; reason is missing.',
  );
  expect(answer('pool.adjusted', { amount: 0, account: 'pool', reason: 'x' })).toBe(
    'amount must not be 0.',
  );
  expect(answer('jackpot.configured', { id: 'fortune-main', colour: 'red' })).toMatch(
    /^currency is missing; .*the configuration has no member colour/,
  );
});
