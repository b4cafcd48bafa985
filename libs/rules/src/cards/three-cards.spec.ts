import {
  defaultFortuneRules,
  fortuneEditions,
  fortuneRules,
} from '../fortune-3-card-poker/editions.js';
import { dealerHand } from '../fortune-3-card-poker/showdown.js';
import { slowThreeCards } from '../testing/slow-ranker.js';

/** Calls `visit` for each of the 22,100 hands. */
function forEveryHand(visit: (a: number, b: number, c: number) => void): void {
  for (let a = 2; a < 52; a += 1) {
    for (let b = 1; b < a; b += 1) {
      for (let c = 0; c < b; c += 1) visit(a, b, c);
    }
  }
}

const frequencies = {
  'straight-flush': 48,
  'three-of-a-kind': 52,
  straight: 720,
  flush: 1_096,
  pair: 3_744,
  'three-odd-cards': 16_440,
};

test.each(fortuneEditions)('%s: all 22,100 hands are ranked as the slow ranker does', (edition) => {
  const { ranking, combinations } = defaultFortuneRules(edition);
  const scores: number[] = [];
  const counted: Record<string, number> = {};
  let wrong = 0;
  forEveryHand((a, b, c) => {
    const place = ranking.place(a, b, c);
    const { name, score } = slowThreeCards([a, b, c], combinations);
    scores[place] ??= score;
    if (scores[place] !== score || ranking.combination(place) !== name) wrong += 1;
    counted[name] = (counted[name] ?? 0) + 1;
  });
  expect(wrong).toBe(0);
  expect(counted).toEqual(frequencies);
  const [, ...falling] = scores;
  expect(falling).toHaveLength(741);
  expect(falling.every((score, place) => place === 0 || score < falling[place - 1]!)).toBe(true);
});

test.each([
  ['hand-value', 15_380],
  ['highest-card', 12_220],
])('Article 13(1)-(2): the dealer plays by %s with %d hands', (dealerQualification, playing) => {
  const read = fortuneRules('89-2025', { dealerQualification });
  if ('refused' in read) throw new Error(read.refused[0]!.detail);
  const { rules } = read;
  let count = 0;
  forEveryHand((a, b, c) => {
    if (dealerHand([a, b, c], rules.ranking, rules.qualification).qualifies) count += 1;
  });
  expect(count).toBe(playing);
});

test('Article 7(1) of 94/2025 changes the places of three combinations and nothing else', () => {
  const published = defaultFortuneRules('89-2025').ranking;
  const amended = defaultFortuneRules('94-2025').ranking;
  forEveryHand((a, b, c) => {
    const before = published.place(a, b, c);
    const after = amended.place(a, b, c);
    const name = published.combination(before);
    if (amended.combination(after) !== name) throw new Error(`${a} ${b} ${c} changed its name.`);
    const moved = ['straight', 'flush', 'three-of-a-kind'].includes(name);
    if ((before !== after) !== moved) throw new Error(`${a} ${b} ${c} moved wrongly.`);
  });
});
