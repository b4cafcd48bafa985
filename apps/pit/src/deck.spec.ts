import { jackpotHands, whyImpossible, whyWinsDisagree } from '#rules';
import { dealRound, naturalChance, type Deal } from './deck.js';
import { Random } from './random.js';

const seats = [1, 2, 4, 5, 6, 7];
const bettingSeats = [1, 4, 5, 7];

function dealMany(count: number, luck: number): Deal[] {
  const random = new Random('deck');
  return Array.from({ length: count }, () => dealRound(random, seats, bettingSeats, luck));
}

function winsOf(deals: readonly Deal[]): number {
  return deals.reduce((sum, { wins }) => sum + wins.length, 0);
}

test.each([0.5, 1, 60])('with luck %d every deal is one of a real deck, wins declared', (luck) => {
  for (const deal of dealMany(3_000, luck)) {
    const cards = [...deal.community, ...deal.hands.flatMap((hand) => hand.cards)];
    expect(new Set(cards).size).toBe(2 + 3 * bettingSeats.length);
    expect(whyImpossible(deal.wins)).toBeUndefined();
    expect(whyWinsDisagree(deal, bettingSeats, deal.wins)).toBeUndefined();
  }
});

test('without luck hands win as often as in nature', () => {
  const natural = 60_000 * bettingSeats.length * naturalChance;
  expect(winsOf(dealMany(60_000, 1)) / natural).toBeCloseTo(1, 0.8);
});

test.each([5, 20, 50])('luck %d brings about as many times more wins', (luck) => {
  const natural = 20_000 * bettingSeats.length * naturalChance;
  const times = winsOf(dealMany(20_000, luck)) / natural;
  expect(times / luck).toBeGreaterThan(0.9);
  expect(times / luck).toBeLessThan(1.15);
});

test('luck 0 brings no win', () => {
  expect(winsOf(dealMany(5_000, 0))).toBe(0);
});

test('luck brings every hand', () => {
  const hands = new Set(dealMany(2_000, 50).flatMap(({ wins }) => wins.map(({ hand }) => hand)));
  expect([...jackpotHands].filter((hand) => !hands.has(hand))).toEqual([]);
});
