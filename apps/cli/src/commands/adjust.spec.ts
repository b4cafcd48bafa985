import type { Claim } from '#pools';
import { awardNamedIn } from '#acts';
import { assertNoAward } from './adjust.js';

const id = 'main/F3-07/184468/90310';
const claim = { id, table: 'F3-07', round: '184468', offset: 90_310 } as Claim;
const claims = new Map([[id, claim]]);

test.each([
  `${id} was missed`,
  'the win of round 184468',
  'It was missed in round 184468.',
  'Award no. 90310.',
  'main/90310',
  'main/F3-07/184468',
  'F3-07: 184468.',
  'Award 90310, seat 3',
  'F3-07, 184468: flush',
])('"%s" names the award', (reason) => expect(awardNamedIn(reason, { claims })).toBe(claim));

test('of two awards of a round the one that is written out is named', () => {
  const other = { ...claim, id: 'main/F3-07/184468/90311', offset: 90_311 };
  const both = new Map([
    [id, claim],
    [other.id, other],
  ]);
  expect(awardNamedIn(`pay ${other.id}.`, { claims: both })).toBe(other);
});

test.each([
  'ticket 7',
  'rates of 21 November',
  'F3-07 was down',
  'ticket 184468',
  'round 1',
  '90310',
])('"%s" names no award', (reason) => expect(awardNamedIn(reason, { claims })).toBeUndefined());

test('an adjustment that takes money, or names an award, may pay a win and is refused', () => {
  const named = `--reason names the award ${id}.`;
  expect(() => assertNoAward({ amount: 1 }, claim)).toThrow(named);
  expect(() => assertNoAward({ amount: -1 }, claim)).toThrow(named);
  expect(() => assertNoAward({ amount: -1 }, undefined)).toThrow('--amount takes money.');
  expect(() => assertNoAward({ amount: 1 }, undefined)).not.toThrow();
});
