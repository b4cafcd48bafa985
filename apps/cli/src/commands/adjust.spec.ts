import type { Claim } from '#pools';
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
])('an adjustment because of "%s" is refused: it would pay a win twice', (reason) => {
  expect(() => assertNoAward(reason, { claims })).toThrow(`--reason names the award ${id}.`);
});

test.each([
  'ticket 7',
  'rates of 21 November',
  'F3-07 was down',
  'ticket 184468',
  'round 1',
  '90310',
])('an adjustment because of "%s" names no award', (reason) =>
  expect(() => assertNoAward(reason, { claims })).not.toThrow(),
);
