import { answerQuestion } from '../index.js';

const r25 = 'fortune-3-card-poker/94-2025';
const r08 = 'fortune-3-card-poker/97-2008';
const bac = 'three-card-baccarat/22-96-m';
const dice = 'fish-prawn-crab/excerpt';

function answer(ruleset: string, given: Record<string, unknown>): Record<string, unknown> {
  const answered = answerQuestion(ruleset, given);
  if ('fault' in answered) throw new Error(answered.fault);
  return answered.answer;
}

function fault(ruleset: string, given: Record<string, unknown>): string {
  const answered = answerQuestion(ruleset, given);
  return 'fault' in answered ? answered.fault : JSON.stringify(answered.answer);
}

describe('Article 10(2), and 6(2) of 2008: one hand for a player', () => {
  test.each([
    [{ check: 'playerHands', handsOfPlayer: 2 }, false],
    [{ check: 'playerHands', handsOfPlayer: 1 }, true],
    [{ check: 'hands', hands: 2 }, false],
    [{ check: 'oneHand', count: 2 }, false],
    [{ check: 'handsPerPlayer', seat: 2, hands: 2 }, false],
    [{ check: 'handsPerPlayer', seat: 3, handsOfPlayer: 1 }, true],
    [{ check: 'ownHand', ownHand: true }, true],
    [{ check: 'ownHand', ownHand: false }, false],
    [{ check: 'ownHand', seat: 3, hands: [3] }, true],
    [{ check: 'ownHand', seat: 3, hands: [4] }, false],
    [{ check: 'ownHand', seat: 3, hand: 4 }, false],
    [{ check: 'ownHand', seatOfPlayer: 3, betOn: 3 }, true],
    [{ check: 'ownHand', ownHand: 3, otherHand: 5 }, false],
    [{ check: 'secondHand', otherHand: 5 }, false],
    [{ check: 'secondHand', ownHand: 3, throughOthers: [5] }, false],
    [{ check: 'secondHand', ownHand: 3, throughOthers: [] }, true],
    [{ check: 'secondHand', hand: 3, throughAnotherPerson: false }, true],
    [{ check: 'ownHand', hand: 3, betBy: 'another player' }, false],
    [{ check: 'ownHand', hand: 3, betBy: 'self' }, true],
    [{ check: 'oneHand', bets: { 1: 100, 2: 100 } }, false],
    [{ check: 'oneHand', seat: 1, bets: [{ hand: 1, ante: 100 }] }, true],
    [{ check: 'other', seats: [2, 3] }, false],
    [{ check: 'playerHands', handsOfPlayer: 2, ante: 100 }, false],
  ])('%j: %j', (fields, ok) => {
    const given = { op: 'validate', ...fields };
    expect(answer(r25, given)).toMatchObject(ok ? { ok } : { ok, clause: 'Art. 10(2)' });
    expect(answer(r08, given)).toMatchObject(ok ? { ok } : { ok, clause: 'Art. 6(2)' });
  });

  test.each([
    [{ check: 'nonsense' }, /^There is no check "nonsense"; the checks are raise/],
    [{ check: 'nonsense', stake: 5 }, /^There is no check/],
    [{ check: 'nonsense', count: 1 }, /^There is no check/],
    [{ check: 'wrong-burn', seat: 5 }, /^There is no check/],
    [{ check: 'ownHand' }, /needs the hands of the player/],
    [{ check: 'ownHand', seat: 3 }, /needs the hands of the player/],
    [{ check: 'betTime' }, /^The check "betTime" needs cardsDealt/],
    [{ check: 'betTime', cardsDealt: -1 }, /at least 0/],
    [{ check: 'raise', ante: 100 }, /needs raise/],
    [{ check: 'limits', stake: 5 }, /needs min, max/],
    [{ check: 'tableHands' }, /needs handsIncludingDealer/],
  ])('%j is refused', (fields, sentence) => {
    expect(fault(r25, { op: 'validate', ...fields })).toMatch(sentence);
  });
});

describe('what no table can be', () => {
  const fixed = { royalFlush: 1, straightFlush: 1, fourOfAKind: 1, fullHouse: 1, flush: 1 };
  const money = { pool: 1_000, seed: 500, fixed, community: ['Jh', '9h'] };
  const one = { cards: ['As', 'Ks', 'Qs'], ante: 100, jackpotBet: 10 };
  const other = { cards: ['Ad', 'Kd', 'Qd'], ante: 100, jackpotBet: 10 };
  const jackpotRound = (first: number, second: number) => {
    const seats = [
      { seat: first, ...one },
      { seat: second, ...other },
    ];
    return fault(r25, { op: 'jackpotRound', ...money, seats });
  };

  test('Articles 5(2) and 10(2): a seat twice, and a seat that is not there', () => {
    expect(jackpotRound(3, 3)).toMatch(/^Art\. 10\(2\): Seat 3 is given twice/);
    expect(jackpotRound(3, 8)).toMatch(/^Art\. 5\(2\): There is no seat 8/);
    expect(jackpotRound(0, 3)).toMatch(/^Art\. 5\(2\): There is no seat 0/);
    expect(jackpotRound(3, 4)).toMatch(/communityRevealed/);
  });

  test.each([
    [r25, { bettingSeats: [2, 2] }, /^Art\. 5\(2\): Seat 2 is given twice/],
    [r25, { bettingSeats: [2, 8] }, /^Art\. 5\(2\): There is no seat 8/],
    [r25, { bettingSeats: [2], jackpotSeats: [2, 2] }, /^Art\. 5\(2\): Seat 2 is given twice/],
    [r08, { bettingSeats: [0] }, /^Art\. 2\(1\): There is no seat 0/],
    [r08, { bettingSeats: [1, 1] }, /^Art\. 2\(1\): Seat 1 is given twice/],
  ])('%s: a deal of %j', (ruleset, seats, sentence) => {
    expect(fault(ruleset, { op: 'dealPlan', method: 'manual', ...seats })).toMatch(sentence);
  });

  test('Article 17(3), 13(7): a carried bet of nothing wins nothing', () => {
    const given = { ...money, nextBase: { ante: 100 }, cards: ['Ah', 'Kh', 'Qh'] };
    const carryNext = (carried: number) => answer(r25, { op: 'carryNext', carried, ...given });
    expect(carryNext(0)).toMatchObject({ stakeInPlay: 0, refund: 0, prize: 0 });
    expect(carryNext(10)).toMatchObject({ stakeInPlay: 10, prize: 1 });
  });
});

describe('baccarat', () => {
  test.each([
    [{ decks: 1, hands: 8 }, /^Art\. 4\(1\): /],
    [{ decks: 1, hands: 0 }, /^Art\. 4\(1\): /],
    [{ decks: 1, hands: [1, 1] }, /^Art\. 4\(1\): Hand 1 is given twice/],
    [{ decks: 1, hands: [1, 8] }, /^Art\. 4\(1\): There is no hand 8/],
    [{ decks: 0, hands: 2 }, /^Art\. 1\(1\): /],
  ])('a deal of %j', (fields, sentence) => {
    expect(fault(bac, { op: 'bacDealPlan', firstRound: true, ...fields })).toMatch(sentence);
  });

  const cards = { player: ['Ks', 'Qd', '9c'], banker: ['Kd', '4h', '5c'] };
  test.each(['10', '-1', 'x', '01', ''])('Article 8(2)(b): there is no total "%s"', (total) => {
    const given = { op: 'bacSettle', ...cards, bets: { points: { [total]: 50 } } };
    expect(fault(bac, given)).toMatch(/^Art\. 8\(2\)\(b\): The totals/);
  });

  test.each([
    [{ bet: 'nonsense' }, /bet must be one of main, odd/],
    [{ bet: 'tie' }, /needs seatHasMainBet/],
    [{}, /bet must be one of main, odd/],
  ])('a bet of %j is refused', (fields, sentence) => {
    expect(fault(bac, { op: 'bacValidate', ...fields })).toMatch(sentence);
  });

  test.each([
    [{ bet: 'points', points: 10 }, false],
    [{ bet: 'points', total: 0 }, true],
    [{ bet: 'tie', mainBetBy: 'another player' }, true],
    [{ handsIncludingBanker: 9 }, false],
    [{ handsOfPlayer: 3 }, true],
    [{ locked: 100, newStake: 150 }, true],
    [{ bet: 'main', handsOfPlayer: 8 }, false],
  ])('a bet of %j: %j', (fields, ok) => {
    expect(answer(bac, { op: 'bacValidate', ...fields }).ok).toBe(ok);
  });

  const event = 'deal-order-error';
  test('Article 2(4): of a cancelled round every stake goes back', () => {
    const irregular = { op: 'bacIrregularity', event, rectifiable: false };
    const both = { ...irregular, main: 1_000, bets: { tie: 50 } };
    expect(answer(bac, both).refund).toEqual({ main: 1_000, tie: 50 });
    expect(answer(bac, { ...irregular, bets: { main: 5 } }).refund).toEqual({ main: 5 });
    expect(answer(bac, { ...irregular, main: 5 }).refund).toBe(5);
    expect(fault(bac, { ...irregular, main: 5, bets: { main: 6 } })).toMatch(/main twice/);
  });

  test.each(['nonsense', 'card-exposed', 'shuffler-failure', 'wrong-burn'])('%s', (name) => {
    const given = { op: 'bacIrregularity', event: name, rectifiable: true, main: 5 };
    expect(fault(bac, given)).toMatch(/^There is no event/);
  });

  test.each(['misdeal', 'dealing-error', 'wrong-order', 'card-to-wrong-hand'])('%s', (name) => {
    const given = { op: 'bacIrregularity', event: name, rectifiable: true, main: 5 };
    expect(answer(bac, given).round).toBe('continues');
  });
});

describe('dice', () => {
  const fish = { number: 1, figure: 'fish', colour: 'red' };
  const prawn = { number: 2, figure: 'prawn', colour: 'green' };
  const given = { op: 'dice', bet: { type: 'anyTriple' }, stake: 10 };
  test.each([
    [{ ...fish, number: 2 }],
    [{ ...fish, colour: 'blue' }],
    [{ number: 7, figure: 'lobster', colour: 'red' }],
    [{ number: 2, figure: 'lobster', colour: 'red' }],
  ])('no die shows %j', (die) => {
    expect(fault(dice, { ...given, dice: [fish, prawn, die] })).toMatch(/^Art\. 5: /);
  });

  test.each([
    { type: 'figure', figure: 'lobster' },
    { type: 'oneOfColour', colour: 'pink' },
  ])('nobody bets on %j', (bet) => {
    expect(fault(dice, { ...given, bet, dice: [fish, prawn, fish] })).toMatch(/^Art\. 5: /);
  });
});
