import { answerQuestion, checkCase } from '../index.js';

const r25 = 'fortune-3-card-poker/94-2025';
const r08 = 'fortune-3-card-poker/97-2008';
const bac = 'three-card-baccarat/22-96-m';

function answer(ruleset: string, given: Record<string, unknown>): Record<string, unknown> {
  const answered = answerQuestion(ruleset, given);
  if ('fault' in answered) throw new Error(answered.fault);
  return answered.answer;
}

describe('a case is compared by the keys it lists', () => {
  const given = { op: 'rank3', cards: ['As', 'Ad', 'Ac'] };
  const vector = { id: 'X', ruleset: r25, also: [r08], clause: 'Art. 7(1)', given };

  test('an answer alike leaves nothing, under each ruleset', () => {
    expect(checkCase({ ...vector, expect: { category: 'three-of-a-kind', order: 2 } })).toEqual([]);
  });

  test('a difference names case, ruleset, clause and key', () => {
    expect(checkCase({ ...vector, expect: { order: 4 } })).toEqual([
      { id: 'X', ruleset: r25, clause: 'Art. 7(1)', key: 'order', expected: 4, actual: 2 },
      { id: 'X', ruleset: r08, clause: 'Art. 7(1)', key: 'order', expected: 4, actual: 2 },
    ]);
  });

  test('a list differs by its length, a refund also by a key too many', () => {
    const dealPlan = { op: 'dealPlan', method: 'manual', bettingSeats: [1] };
    const plan = { ...vector, also: [], given: dealPlan, expect: { order: ['1', '1', '1'] } };
    expect(checkCase(plan)[0]?.key).toBe('order');
    const event = { op: 'irregularity', event: 'shuffler-failure', bets: { ante: 5, sixCard: 5 } };
    const refund = { ...vector, also: [], given: event, expect: { refund: { ante: 5 } } };
    expect(checkCase(refund)[0]?.key).toBe('refund');
  });

  test.each([null, 5, {}, { given: {} }])('%j is no case', (value) => {
    expect(checkCase(value)[0]?.actual).toBe('The case has no "given" or no "expect".');
  });
});

test.each([
  ['poker/1', { op: 'rank3' }, /^There is no ruleset "poker\/1"/],
  [r25, { op: 'toString' }, /^There is no op "toString"/],
  [r25, { op: 'bacRank', cards: ['As', 'Ks', 'Qs'] }, /not one of fortune/],
  [r08, { op: 'jackpotHand', player: ['As', 'Ks', 'Qs'], community: ['2s', '3s'] }, /no such case/],
  [r25, { op: 'rank3', cards: ['As', 'Ks'] }, /has 2 cards, not 3/],
  [r25, { op: 'rank3', cards: ['As', 'Ks', 'Qx'], policy: { x: 1 } }, /policy "x".*Qx/],
  [r25, { op: 'rank3', cards: ['As', 'Ks', 'Qs'], policy: { toString: {} } }, /policy "toString"/],
  [
    r25,
    { op: 'rank3', cards: ['As', 'Ks', 'Qs'], policy: { tieMoney: 'half' } },
    /cannot be "half"/,
  ],
  [
    r25,
    { op: 'jackpotHand', player: ['As', 'As', 'Ks'], community: ['Qs', 'Js'] },
    /^The card As is there twice/,
  ],
  [r25, { op: 'irregularity', event: 'earthquake', bets: {} }, /no event "earthquake"/],
])('%s %j cannot be answered, and a sentence says why', (ruleset, given, sentence) => {
  expect(answerQuestion(ruleset, given)).toEqual({ fault: expect.stringMatching(sentence) });
});

describe('readings may be called as the notes or the other document call them', () => {
  const given = { op: 'compare3', player: ['Ah', '2d', '3c'], dealer: ['4s', '3h', '2c'] };
  test.each([
    [r25, 'ace-high', 'player'],
    [r08, 'highest-face-card', 'player'],
    [r08, 'ace-high', 'player'],
    [r08, 'sequence-table', 'dealer'],
    [r25, 'lowest', 'dealer'],
  ])('%s: sequenceTieBreak %s', (ruleset, sequenceTieBreak, winner) => {
    expect(answer(ruleset, { ...given, policy: { sequenceTieBreak } })).toEqual({ winner });
  });
});

describe('questions that have no settled name', () => {
  const bets = { ante: 100, jackpot: 10 };
  test.each(['hand-without-bet-dealt', 'cards-to-empty-seat', 'dealt-to-non-betting-hand'])(
    'Article 17(4)(2) and 11(3) of 2008: %s',
    (event) => {
      const given = { op: 'irregularity', event, bets, seat: 5 };
      expect(answer(r25, given)).toMatchObject({
        round: 'continues',
        deadHands: [5],
        jackpotCarried: 0,
      });
      expect(answer(r08, given)).toMatchObject({ round: 'continues', deadHands: [5] });
    },
  );

  test.each([
    [{ check: 'ownHand', seats: [2] }, true],
    [{ check: 'ownHand', seats: [2, 3] }, false],
    [{ check: 'oneHand', handsOfPlayer: 2 }, false],
    [{ check: 'oneHand', handsOfPlayer: 1 }, true],
    [{ check: 'seat', ownSeat: 2, betSeat: 3 }, false],
    [{ check: 'seat', ownSeat: 2, betSeat: 2 }, true],
    [{ check: 'proxy', throughOthers: true }, false],
  ])('Article 10(2): %j', (fields, ok) => {
    expect(answer(r25, { op: 'validate', ...fields }).ok).toBe(ok);
    expect(answer(r08, { op: 'validate', ...fields }).ok).toBe(ok);
  });

  test.each([
    [{ check: 'offer', baseForms: ['ante+pairPlus'], sideBets: ['jackpot'] }, true],
    [{ check: 'offer', offer: { baseForms: ['ante'], sideBets: [] } }, false],
    [{ check: 'offer', baseForms: [], sideBets: ['jackpot'] }, false],
  ])('Article 3(3)-(4): %j', (fields, ok) => {
    expect(answer(r25, { op: 'validate', ...fields }).ok).toBe(ok);
  });

  test.each([
    [{ bet: 'main', locked: 100, newStake: 150 }, true],
    [{ bet: 'main', lockedStake: 100, stake: 50 }, false],
    [{ bet: 'main', carried: 100, action: 'withdraw' }, false],
    [{ bet: 'main', carried: 100, action: 'increase' }, true],
    [{ bet: 'main', handsIncludingBanker: 8 }, true],
    [{ bet: 'points', total: 10 }, false],
  ])('Article 7(2) and others of baccarat: %j', (fields, ok) => {
    expect(answer(bac, { op: 'bacValidate', ...fields }).ok).toBe(ok);
  });
});

test('a seat without a base bet has its additional bet back, or loses it by the policy', () => {
  const cards = { player: ['7s', '7d', '7c'], dealer: ['Kh', 'Kd', '2c'] };
  const given = { op: 'settleSeat', ...cards, bets: { sixCard: 20 }, raised: false };
  expect(answer(r25, given)).toMatchObject({ sixCard: { outcome: 'none', returned: 20 }, net: 0 });
  const policy = { invalidSideBet: 'forfeit' };
  expect(answer(r25, { ...given, policy })).toMatchObject({
    sixCard: { outcome: 'forfeit', returned: 0 },
    net: -20,
  });
});

test.each([
  ['refund', { refund: 10, held: 0, forfeited: 0 }],
  ['hold', { refund: 0, held: 10, forfeited: 0 }],
  ['forfeit', { refund: 0, held: 0, forfeited: 10 }],
])('a carried bet without a base bet: %s', (carriedJackpotWithoutBase, expected) => {
  const fixed = { royalFlush: 1, straightFlush: 1, fourOfAKind: 1, fullHouse: 1, flush: 1 };
  const money = { pool: 10, seed: 5, fixed };
  const none = { nextBase: {}, cards: null, community: null };
  const policy = { carriedJackpotWithoutBase };
  expect(answer(r25, { op: 'carryNext', carried: 10, ...none, ...money, policy })).toMatchObject({
    stakeInPlay: 0,
    newStakeTaken: 0,
    prize: 0,
    ...expected,
  });
});
