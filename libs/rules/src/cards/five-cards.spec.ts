import { slowFiveCards } from '../testing/slow-ranker.js';
import { fiveCardCombination, fiveCardPlace } from './five-cards.js';

/** C(52, 5) by combination, as counted in every book. */
const frequencies = {
  'royal-flush': 4,
  'straight-flush': 36,
  'four-of-a-kind': 624,
  'full-house': 3_744,
  flush: 5_108,
  straight: 10_200,
  'three-of-a-kind': 54_912,
  'two-pairs': 123_552,
  pair: 1_098_240,
  'no-pair': 1_302_540,
};

test('Article 7(2)-(3): all 2,598,960 hands are ranked as the slow ranker ranks them', () => {
  const scores = new Float64Array(7463);
  const ways = new Int32Array(7463);
  let wrong = 0;
  const hand = [0, 0, 0, 0, 0];
  for (let a = 4; a < 52; a += 1) {
    for (let b = 3; b < a; b += 1) {
      for (let c = 2; c < b; c += 1) {
        for (let d = 1; d < c; d += 1) {
          for (let e = 0; e < d; e += 1) {
            hand[0] = a;
            hand[1] = b;
            hand[2] = c;
            hand[3] = d;
            hand[4] = e;
            const place = fiveCardPlace(a, b, c, d, e);
            const { name, score } = slowFiveCards(hand);
            if (ways[place] === 0) scores[place] = score;
            if (scores[place] !== score || fiveCardCombination(place) !== name) wrong += 1;
            ways[place]! += 1;
          }
        }
      }
    }
  }
  expect(wrong).toBe(0);
  // With one score for each place, falling with it, both orders are the same.
  for (let place = 2; place <= 7462; place += 1) {
    if (scores[place]! >= scores[place - 1]!) wrong += 1;
  }
  expect(wrong).toBe(0);
  const counted: Record<string, number> = {};
  ways.forEach((times, place) => {
    if (place === 0) return;
    const name = fiveCardCombination(place);
    counted[name] = (counted[name] ?? 0) + times;
  });
  expect(counted).toEqual(frequencies);
});

test('the order of the cards does not matter', () => {
  expect(fiveCardPlace(48, 44, 40, 36, 32)).toBe(1);
  expect(fiveCardPlace(32, 40, 48, 36, 44)).toBe(1);
  expect(fiveCardPlace(0, 5, 10, 15, 20)).toBe(fiveCardPlace(20, 10, 0, 15, 5));
});
