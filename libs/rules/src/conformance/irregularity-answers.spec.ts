import { answerQuestion } from '../index.js';

const r25 = 'fortune-3-card-poker/94-2025';
const r08 = 'fortune-3-card-poker/97-2008';
const bets = { ante: 100, jackpot: 10 };

function answer(ruleset: string, fields: Record<string, unknown>): Record<string, unknown> {
  const answered = answerQuestion(ruleset, { op: 'irregularity', bets, ...fields });
  if ('fault' in answered) throw new Error(answered.fault);
  return answered.answer;
}

function fault(ruleset: string, fields: Record<string, unknown>): string {
  const answered = answerQuestion(ruleset, { op: 'irregularity', bets, ...fields });
  return 'fault' in answered ? answered.fault : JSON.stringify(answered.answer);
}

describe('Article 17(1)(3) and 17(4)(1): how many cards of which player were exposed', () => {
  const event = 'player-cards-exposed';
  const tableTotal = { playerExposure: 'table-total' };
  test.each([
    [{ event, seat: 3, count: 2 }, 'void'],
    [{ event, seat: 3, count: 1 }, 'continues'],
    [{ event, hand: '3', count: 3 }, 'void'],
    [{ event, count: 2 }, 'void'],
    [{ event, exposed: { seat: 3, count: 2 } }, 'void'],
    [{ event, exposed: [{ seat: 3, count: 1 }] }, 'continues'],
    [
      {
        event,
        exposed: [
          { seat: 3, count: 1 },
          { hand: 3, count: 1 },
        ],
      },
      'void',
    ],
    [{ event, exposed: 2, seat: 3 }, 'void'],
    [{ event, seat: 3, cards: ['As', 'Kd'] }, 'void'],
    [{ event: 'player-card-exposed', seat: 3 }, 'continues'],
    [{ event: 'player-card-exposed' }, 'continues'],
    [{ event: 'player-card-exposed', seat: 3, count: 2 }, 'void'],
    [{ event: 'player-card-exposed', seats: [3, 4] }, 'continues'],
    [{ event: 'player-card-exposed', seats: [3, 4], policy: tableTotal }, 'void'],
    [{ event: 'player-card-exposed', exposed: { 3: 2 } }, 'void'],
  ])('%j: %s', (fields, round) => {
    expect(answer(r25, fields).round).toBe(round);
  });

  test.each([
    [{ event }, /how many cards/],
    [{ event, seat: 3 }, /how many cards/],
    [{ event, exposed: {} }, /how many cards/],
    [{ event, exposed: null }, /how many cards/],
    [{ event, seat: '__proto__', count: 2 }, /Art\. 5\(2\)/],
    [{ event, seats: [3, 4], count: 2 }, /each of them/],
    [{ event, exposed: { dealer: 2 } }, /dealer/],
    [{ event, exposed: { 9: 2 } }, /Art\. 5\(2\): There is no seat 9/],
    [{ event, exposed: { 3: -1 } }, /from 0 to 3/],
    [{ event, exposed: { 3: 4 } }, /from 0 to 3/],
    [{ event: 'dealer-card-exposed', count: -1 }, /from 0 to 3/],
  ])('%j is refused', (fields, sentence) => {
    expect(fault(r25, fields)).toMatch(sentence);
  });

  test('Article 11(2) of 2008 goes on whatever their number', () => {
    expect(answer(r08, { event }).round).toBe('continues');
    expect(answer(r08, { event: 'player-card-exposed', seat: 3 }).round).toBe('continues');
  });

  test('the dealer and the table may be named in the plural', () => {
    expect(answer(r25, { event: 'dealer-cards-exposed' }).round).toBe('void');
    expect(answer(r25, { event: 'community-cards-exposed' }).round).toBe('continues');
  });
});

describe('Article 17(4)(2), and 11(3) of 2008: cards dealt to a hand without a bet', () => {
  test.each([
    'hand-without-bet-dealt',
    'cards-to-hand-without-bet',
    'cards-to-empty-seat',
    'dealt-to-non-betting-hand',
    'unbet-hand-dealt',
    'no-bet-hand',
    'extra-hand-dealt',
    'dead-hand',
    'handWithoutBet',
    'cards_dealt_to_vacant_box',
    'hand-dealt',
    'cards-dealt-without-wager',
    'no-bet-position-dealt',
    'hand-without-a-base-bet',
    'dealer-deals-to-hand-without-bet',
    'shuffler-dealt-to-empty-hand',
  ])('%s', (event) => {
    const expected = { round: 'continues', deadHands: [5] };
    expect(answer(r25, { event, seat: 5 })).toMatchObject({ ...expected, jackpotCarried: 0 });
    expect(answer(r08, { event, seat: 5 })).toMatchObject(expected);
  });

  const event = 'hand-without-bet-dealt';
  test.each([
    [{ seats: [5, 6] }, [5, 6]],
    [{ hand: 5 }, [5]],
    [{ hands: [5] }, [5]],
    [{ seat: '5' }, ['5']],
    [{ dealtTo: 5 }, [5]],
    [{ cardsDealtTo: 5 }, [5]],
    [{ dealtTo: [5], count: 3 }, [5]],
    [{ box: 5, cardsDealt: 3 }, [5]],
    [{ emptySeat: 5, seats: [1, 2, 5] }, [5]],
    [{ dealtTo: [1, 2, 5], bettingSeats: [1, 2] }, [5]],
    [{ handWithoutBet: 5 }, [5]],
    [{ seat: 5, hand: 5 }, [5]],
    [{}, []],
  ])('%j', (fields, deadHands) => {
    expect(answer(r25, { event, ...fields }).deadHands).toEqual(deadHands);
  });

  test('an event without a known name tells by a field what it is', () => {
    expect(answer(r25, { event: 'other', handWithoutBet: 5 }).deadHands).toEqual([5]);
  });

  test.each([
    { event: 'wrong-burn' },
    { event: 'wrong-burn', seat: 5 },
    { event: 'raise-error', seat: 5 },
    { event: 'raise-error' },
    { event: 'nonsense' },
    { event: 'nonsense', seat: 5 },
    { event: 'extra-card-dealt' },
    { event: 'wrong-hand-dealt', seat: 5 },
    { event: 'shuffler-empty', seat: 5 },
    { event: 'late-bet', seat: 5 },
    { event: 'player-left-seat', seat: 5 },
    { event: 'pair-plus-without-ante', seat: 5 },
  ])('%j is something else', (fields) => {
    expect(fault(r25, fields)).toMatch(/^There is no event .*; the events are deal-order/);
    expect(fault(r08, fields)).toMatch(/^There is no event/);
  });

  test.each([0, 8, 'five', 1.5])('there is no hand %j', (seat) => {
    expect(fault(r25, { event, seat })).toMatch(/^Art\. 5\(2\): /);
    expect(fault(r08, { event, seat })).toMatch(/^Art\. 2\(1\): /);
  });
});
