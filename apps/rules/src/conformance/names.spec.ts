import { answerQuestion } from './answer.js';

const r25 = 'fortune-3-card-poker/94-2025';
const r08 = 'fortune-3-card-poker/97-2008';
const bac = 'three-card-baccarat/22-96-m';
const dice = 'fish-prawn-crab/excerpt';

function refused(ruleset: string, given: Record<string, unknown>): string {
  const answered = answerQuestion(ruleset, given);
  return 'errors' in answered ? answered.errors.join(' ') : JSON.stringify(answered.answer);
}

const three = ['As', 'Ks', 'Qs'];
const seat = { seat: 1, cards: three, jackpotBet: 10, antee: 100 };
const fixed = { royalFlush: 1, straightFlush: 1, fourOfAKind: 1, fullHouse: 1, flush: 1 };
const money = { pool: 1_000, seed: 500, fixed };
const rank3 = { op: 'rank3', cards: three };
const plainEvent = { op: 'irregularity', event: 'shuffler-failure', bets: { ante: 100 } };

describe('an unknown name is refused with the name and what is allowed', () => {
  test.each([
    ['a ruleset', 'poker/1', rank3, /^There is no ruleset "poker\/1"; the rulesets are fortune/],
    [
      'an edition',
      'fortune-3-card-poker/95-2025',
      rank3,
      /no ruleset "fortune-3-card-poker\/95-2025"; the rulesets are/,
    ],
    ['an op', r25, { op: 'rank5' }, /^given\.op must be one of rank3, .*, but is "rank5"\.$/],
    ['an inherited op', r25, { op: 'toString' }, /^given\.op must be one of rank3/],
    ['no op', r25, {}, /^given\.op must be one of rank3, .*, but is missing\.$/],
    [
      'a field',
      r25,
      { ...rank3, card: 'As' },
      /^given has a field "card"; its fields are op, cards, policy\.$/,
    ],
    [
      'a field of a bet',
      r25,
      { op: 'settleSeat', player: three, dealer: ['2s', '3s', '4s'], bets: { anti: 100 } },
      /^given\.bets has a field "anti"; its fields are ante, pairPlus, sixCard\.$/,
    ],
    [
      'a field of a seat',
      r25,
      { op: 'jackpotRound', ...money, community: ['Js', 'Ts'], seats: [seat] },
      /^given\.seats\[0\] has a field "antee"; its fields are seat, cards, ante, pairPlus/,
    ],
    [
      'a hand',
      r25,
      { op: 'carryNext', ...money, fixed: { ...fixed, straitFlush: 1 } },
      /given\.fixed has a field "straitFlush"; its fields are royalFlush, straightFlush/,
    ],
    [
      'a policy',
      r25,
      { ...rank3, policy: { tieMony: 'push' } },
      /^There is no policy "tieMony"; the policies are "dealerQualification"/,
    ],
    ['an inherited policy', r25, { ...rank3, policy: { toString: {} } }, /no policy "toString"/],
    ['a reading', r25, { ...rank3, policy: { tieMoney: 'half' } }, /"half"; it is one of "push"/],
    [
      'a policy of the other year',
      r08,
      { ...rank3, policy: { royalBase: 'round-start' } },
      /^There is no policy "royalBase"/,
    ],
    [
      'a check',
      r25,
      { op: 'validate', check: 'ownHand', hands: 2 },
      /^given\.check must be one of raise, betTime, .*, but is "ownHand"\.$/,
    ],
    [
      'a field of a check',
      r25,
      { op: 'validate', check: 'handsPerPlayer', hands: 2, seat: 3 },
      /^given has a field "seat"; its fields are op, check, hands, policy\.$/,
    ],
    [
      'an event',
      r25,
      { ...plainEvent, event: 'dead-hand' },
      /^given\.event must be one of .*dealt-to-non-betting-hand.*, but is "dead-hand"\.$/,
    ],
    [
      'a field of an event',
      r25,
      { ...plainEvent, seat: 5 },
      /^given has a field "seat"; its fields are op, event, bets, policy\.$/,
    ],
    [
      'an offer',
      r25,
      { op: 'validate', offer: { baseForms: ['pair'], sideBets: [] }, bets: {} },
      /^given\.offer\.baseForms\[0\] must be one of ante, pairPlus, ante\+pairPlus, but is "pair"/,
    ],
    ['a dealing method', r25, { op: 'dealPlan', method: 'shoe' }, /one of manual, shuffler/],
    [
      'a baccarat bet',
      bac,
      { op: 'bacValidate', bet: 'pair' },
      /^given\.bet must be one of main, odd/,
    ],
    [
      'a baccarat event',
      bac,
      { op: 'bacIrregularity', event: 'misdeal', rectifiable: true, main: 5 },
      /^given\.event must be one of deal-order-error, but is "misdeal"\.$/,
    ],
    ['a dice bet', dice, { op: 'dice', bet: { type: 'triple' } }, /given\.bet.type must be one of/],
  ])('%s', (_what, ruleset, given, sentence) => {
    expect(refused(ruleset, given)).toMatch(sentence);
  });
});
