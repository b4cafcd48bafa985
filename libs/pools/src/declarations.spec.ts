import type { Card, JackpotHand } from '#rules';
import { given, reasonsOf } from './testing/log-script.js';

const win = (seat: number, hand: JackpotHand) => ({ seat, hand });
const cards = (text: string) => text.split(' ') as Card[];

const fourWins = [
  win(1, 'flush'),
  win(2, 'full-house'),
  win(3, 'full-house'),
  win(4, 'full-house'),
];

describe('a declaration that cannot be', () => {
  test.each([
    ['two royal flushes', [win(1, 'royal-flush'), win(2, 'royal-flush')]],
    ['three straight flushes', [1, 2, 3].map((seat) => win(seat, 'straight-flush'))],
    ['a flush beside two full houses too many', fourWins],
    ['a seat twice', [win(1, 'flush'), win(1, 'flush')]],
    ['a seat without a bet', [win(1, 'flush'), win(2, 'flush')]],
  ])('is impossible-wins, pays nothing and leaves the round open: %s', (name, wins) => {
    const { play, table } = given();
    const seats = name === 'a seat without a bet' ? [1] : [1, 2, 3, 4];
    for (const seat of seats) table.bet('1', seat);
    const before = play.ledger;
    const outcome = table.settle('1', wins);
    expect([outcome.effect, ...reasonsOf(outcome)]).toEqual(['refused', 'impossible-wins']);
    expect([outcome.postings, outcome.award]).toEqual([[], undefined]);
    expect(play.ledger).toEqual(before);
    expect(table.settle('1', [win(1, 'flush')]).award?.payouts).toHaveLength(1);
  });

  test('in a round without a bet is impossible-wins', () => {
    const { table } = given();
    table.open('1');
    expect(reasonsOf(table.settle('1', [win(1, 'flush')]))).toEqual(['impossible-wins']);
  });

  test('leaves the carried bets in their round, and the corrected one pays them', () => {
    const { table } = given();
    table.bet('1', 1);
    table.void('1', 'shuffler-fault');
    table.open('2');
    expect(reasonsOf(table.settle('2', [win(2, 'flush')]))).toEqual(['impossible-wins']);
    expect(table.state).toMatchObject({ rounds: [{ bets: [{ seat: 1 }] }], carried: [] });
    expect(table.settle('2', [win(1, 'flush')]).award?.round).toBe('2');
  });
});

describe('a settlement with cards', () => {
  // Seat 1 has a flush with the table's cards, seat 2 nothing.
  const community = cards('2h 9h');
  const hands = [
    { seat: 1, cards: cards('Ah Kh 4h') },
    { seat: 2, cards: cards('As Ks 4s') },
  ];
  const twoBets = () => {
    const { play, table } = given();
    table.bet('1', 1);
    table.bet('1', 2);
    return { play, table };
  };

  test('pays what the cards show', () => {
    const { table } = twoBets();
    expect(table.settle('1', [win(1, 'flush')], { hands, community }).award?.payouts).toMatchObject(
      [{ seat: 1, hand: 'flush', amountMicros: 2_500_000n }],
    );
  });

  test('may have the cards of seats without a jackpot bet beside', () => {
    const { table } = twoBets();
    const more = [...hands, { seat: 3, cards: cards('Qh Jh 3h') }];
    expect(table.settle('1', [win(1, 'flush')], { hands: more, community }).effect).toBe('applied');
  });

  test.each<[string, ReturnType<typeof win>[], object]>([
    ['a declared win that the cards do not show', [win(1, 'flush'), win(2, 'flush')], {}],
    ['a win declared by another hand', [win(1, 'full-house')], {}],
    ['a winning seat that was not declared', [], {}],
    ['a betting seat without cards', [win(1, 'flush')], { hands: hands.slice(0, 1) }],
    ['no community cards', [win(1, 'flush')], { community: undefined }],
    ['a card twice', [win(1, 'flush')], { community: cards('2h Ah') }],
  ])('is wins-disagree-with-cards, nothing paid, the round open: %s', (_, wins, changes) => {
    const { play, table } = twoBets();
    const before = play.ledger;
    const outcome = table.settle('1', wins, { hands, community, ...changes });
    expect([outcome.effect, ...reasonsOf(outcome)]).toEqual([
      'refused',
      'wins-disagree-with-cards',
    ]);
    expect(outcome.award).toBeUndefined();
    expect(play.ledger).toEqual(before);
    expect(table.settle('1', [win(1, 'flush')], { hands, community }).effect).toBe('applied');
  });

  test.each<[string, ReturnType<typeof win>[], string]>([
    ['a card twice', [win(1, 'flush')], '2h 2h'],
    ['a win that no deal shows beside them', [win(1, 'flush')], '2h 9s'],
    ['two wins that no deal shows beside them', [win(1, 'full-house'), win(2, 'flush')], '2h 2d'],
  ])('of the community alone is wins-disagree-with-cards: %s', (_, wins, shown) => {
    const { play, table } = twoBets();
    const before = play.ledger;
    const outcome = table.settle('1', wins, { community: cards(shown) });
    expect(reasonsOf(outcome)).toEqual(['wins-disagree-with-cards']);
    expect([outcome.award, play.ledger]).toEqual([undefined, before]);
    expect(table.settle('1', [win(1, 'flush')], { community }).effect).toBe('applied');
  });
});
