import { answerQuestion } from './answer.js';

const r25 = 'fortune-3-card-poker/94-2025';
const r08 = 'fortune-3-card-poker/97-2008';
const bac = 'three-card-baccarat/22-96-m';
const dice = 'fish-prawn-crab/excerpt';

function answer(
  ruleset: string,
  given: Record<string, unknown>,
): Readonly<Record<string, unknown>> {
  const answered = answerQuestion(ruleset, given);
  if ('errors' in answered) throw new Error(answered.errors.join(' '));
  return answered.answer;
}

function refused(ruleset: string, given: Record<string, unknown>): string {
  const answered = answerQuestion(ruleset, given);
  return 'errors' in answered ? answered.errors.join(' ') : JSON.stringify(answered.answer);
}

const three = ['As', 'Ks', 'Qs'];
const fixed = { royalFlush: 1, straightFlush: 1, fourOfAKind: 1, fullHouse: 1, flush: 1 };
const money = { pool: 1_000, seed: 500, fixed };
const plainEvent = { op: 'irregularity', event: 'shuffler-failure', bets: { ante: 100 } };

test.each([
  [r25, { op: 'bacRank', cards: three }, /^The op "bacRank" is one of three-card-baccarat\.$/],
  [r08, { op: 'jackpotHand', player: three, community: ['2s', '3s'] }, /97-2008 has no Six Card/],
  [r25, { op: 'rank3', cards: ['As', 'Ks'] }, /^given\.cards has 2 cards, not 3\.$/],
  [r25, { op: 'rank3', cards: ['As', 'Ks', 'Qx'] }, /^given\.cards\[2\] must be a card/],
  [r25, { op: 'jackpotHand', player: three, community: ['As', '2s'] }, /As is given twice\.$/],
  [r25, { op: 'validate', check: 'betTime' }, /^given\.cardsDealt must be a whole number/],
  [r25, { op: 'validate', check: 'betTime', cardsDealt: -1 }, /at least 0, but is -1/],
  [r25, { op: 'validate', check: 'limits', stake: 5 }, /given\.min must be .* given\.max must be/],
  [r08, { ...plainEvent, event: 'community-card-exposed' }, /^The editions of 2008 have no comm/],
])('%s %j cannot be answered, and a sentence says why', (ruleset, given, sentence) => {
  expect(refused(ruleset, given)).toMatch(sentence);
});

describe('irregularities', () => {
  const bets = { ante: 100, jackpot: 10 };
  test('Article 17(4)(2), and 11(3) of 2008: cards dealt to a hand without a bet are dead', () => {
    const given = { op: 'irregularity', event: 'dealt-to-non-betting-hand', bets, seat: 5 };
    const expected = { round: 'continues', refund: { ante: 0, jackpot: 0 }, deadHands: [5] };
    expect(answer(r25, given)).toMatchObject({ ...expected, jackpotCarried: 0 });
    expect(answer(r08, given)).toMatchObject(expected);
  });

  const exposure = { op: 'irregularity', event: 'player-cards-exposed', bets };
  test.each([
    [{ 3: 2 }, {}, 'void'],
    [{ 3: 1 }, {}, 'continues'],
    [{ 3: 1, 4: 1 }, {}, 'continues'],
    [{ 3: 1, 4: 1 }, { playerExposure: 'table-total' }, 'void'],
  ])('Article 17(1)(3), 17(4)(1): exposed %j under %j: %s', (exposed, policy, round) => {
    expect(answer(r25, { ...exposure, exposed, policy }).round).toBe(round);
    expect(answer(r08, { ...exposure, exposed }).round).toBe('continues');
  });

  test.each([
    [{ 9: 2 }, /^Art\. 5\(2\): There is no seat 9/],
    [{ dealer: 2 }, /^Art\. 5\(2\): There is no seat/],
    [{ 3: -1 }, /^given\.exposed\.3 must be 0 to 3, but is -1/],
    [{ 3: 4 }, /^given\.exposed\.3 must be 0 to 3, but is 4/],
  ])('exposed %j is refused', (exposed, sentence) => {
    expect(refused(r25, { ...exposure, exposed })).toMatch(sentence);
  });

  test.each([0, 8, 1.5])('there is no hand %j to deal to', (hand) => {
    const given = { op: 'irregularity', event: 'dealt-to-non-betting-hand', bets, seat: hand };
    expect(refused(r25, given)).toMatch(/^Art\. 5\(2\): |^given\.seat must be a whole number/);
    expect(refused(r08, given)).toMatch(/^Art\. 2\(1\): |^given\.seat must be a whole number/);
  });

  test('Article 17(1)(2): without an exposed card of the dealer the round goes on', () => {
    const given = { op: 'irregularity', event: 'dealer-card-exposed', bets };
    expect(answer(r25, { ...given, count: 0 }).round).toBe('continues');
    expect(answer(r25, { ...given, count: 1 }).round).toBe('void');
    expect(answer(r25, given).round).toBe('void');
  });
});

describe('what no table can be', () => {
  const one = { cards: three, ante: 100, jackpotBet: 10 };
  const other = { cards: ['Ad', 'Kd', 'Qd'], ante: 100, jackpotBet: 10 };
  const jackpotRound = (first: number, second: number) => {
    const seats = [
      { seat: first, ...one },
      { seat: second, ...other },
    ];
    return refused(r25, { op: 'jackpotRound', ...money, community: ['Jh', '9h'], seats });
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
    expect(refused(ruleset, { op: 'dealPlan', method: 'manual', ...seats })).toMatch(sentence);
  });

  test.each([
    [{ decks: 1, hands: 8 }, /^Art\. 4\(1\): /],
    [{ decks: 1, hands: 0 }, /^Art\. 4\(1\): /],
    [{ decks: 0, hands: 2 }, /^Art\. 1\(1\): /],
  ])('a baccarat deal of %j', (fields, sentence) => {
    expect(refused(bac, { op: 'bacDealPlan', firstRound: true, ...fields })).toMatch(sentence);
  });

  test.each(['10', '-1', 'x', '01', ''])('Article 8(2)(b): there is no total "%s"', (total) => {
    const cards = { player: ['Ks', 'Qd', '9c'], banker: ['Kd', '4h', '5c'] };
    const given = { op: 'bacSettle', ...cards, bets: { points: { [total]: 50 } } };
    expect(refused(bac, given)).toMatch(/^Art\. 8\(2\)\(b\): The totals/);
  });

  const fish = { number: 1, figure: 'fish', colour: 'red' };
  const prawn = { number: 2, figure: 'prawn', colour: 'green' };
  const throwOf = { op: 'dice', bet: { type: 'anyTriple' }, stake: 10 };
  test.each([
    [{ ...fish, number: 2 }],
    [{ ...fish, colour: 'blue' }],
    [{ number: 7, figure: 'lobster', colour: 'red' }],
    [{ number: 2, figure: 'lobster', colour: 'red' }],
  ])('no die shows %j', (die) => {
    expect(refused(dice, { ...throwOf, dice: [fish, prawn, die] })).toMatch(/^Art\. 5: /);
  });

  test.each([
    { type: 'figure', figure: 'lobster' },
    { type: 'oneOfColour', colour: 'pink' },
  ])('nobody bets on %j', (bet) => {
    expect(refused(dice, { ...throwOf, bet, dice: [fish, prawn, fish] })).toMatch(/^Art\. 5: /);
  });
});

describe('what is asked of a bet', () => {
  test.each([
    [0, true],
    [1, true],
    [2, false],
  ])('Article 10(2), and 6(2) of 2008: %d hands of one player: %j', (hands, ok) => {
    const given = { op: 'validate', check: 'handsPerPlayer', hands };
    expect(answer(r25, given)).toEqual({ ok });
    expect(answer(r08, given)).toEqual({ ok });
  });

  test.each([
    [{ bet: 'tie', mainBetBy: 'another player' }, true],
    [{ bet: 'tie' }, false],
    [{ handsIncludingBanker: 8 }, true],
    [{ handsIncludingBanker: 9 }, false],
    [{ bet: 'main', handsOfPlayer: 3 }, true],
    [{ bet: 'main', handsOfPlayer: 8 }, false],
  ])('Articles 4 and 8(3) of baccarat: %j: %j', (fields, ok) => {
    expect(answer(bac, { op: 'bacValidate', ...fields })).toEqual({ ok });
  });

  test('Article 2(4) of baccarat: of a cancelled round the stake goes back', () => {
    const given = { op: 'bacIrregularity', event: 'deal-order-error', main: 5 };
    expect(answer(bac, { ...given, rectifiable: false })).toEqual({ round: 'void', refund: 5 });
    expect(answer(bac, { ...given, rectifiable: true })).toEqual({ round: 'continues', refund: 0 });
  });
});

test('Article 17(3), 13(7): a carried bet of nothing wins nothing', () => {
  const cards = { cards: ['Ah', 'Kh', 'Qh'], community: ['Jh', '9h'] };
  const given = { op: 'carryNext', ...money, ...cards, nextBase: { ante: 100 } };
  expect(answer(r25, { ...given, carried: 0 })).toMatchObject({ stakeInPlay: 0, prize: 0 });
  expect(answer(r25, { ...given, carried: 10 })).toMatchObject({ stakeInPlay: 10, prize: 1 });
});

test('Article 17(3), 4(3): a carried bet without a base bet goes back by default', () => {
  const none = { cards: null, community: null };
  const given = { op: 'carryNext', ...money, ...none, carried: 10, nextBase: {} };
  const nothing = { stakeInPlay: 0, newStakeTaken: 0, prize: 0 };
  expect(answer(r25, given)).toEqual({ ...nothing, refund: 10 });
  for (const carriedJackpotWithoutBase of ['hold', 'forfeit']) {
    const policy = { carriedJackpotWithoutBase };
    expect(answer(r25, { ...given, policy })).toEqual({ ...nothing, refund: 0 });
  }
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
