import { Random } from '../../apps/pit/src/random.js';
import { judgeGrowth, type Point } from './growth.js';

const limits = { perHour: 24, leastRise: 4 };

/** A heap of 60 MiB whose collector lets it swing by 20, seen each two seconds. */
function life(minutes: number, perHour: number, noise: number, from = 0): Point[] {
  const random = new Random(`life ${minutes} ${perHour} ${noise} ${from}`);
  return Array.from({ length: minutes * 30 }, (_, index) => {
    const at = from + index * 2;
    const sawtooth = (index % 9) * 2.2;
    return { at, value: 60 + (perHour * index * 2) / 3_600 + sawtooth + random.between(0, noise) };
  });
}

test.each([
  ['flat', 0, 0],
  ['flat with much noise', 0, 10],
  ['falling', -200, 3],
  ['rising by less than the limit', 10, 3],
])('a heap that is %s does not grow', (_, perHour, noise) => {
  for (const minutes of [5, 20, 60]) {
    expect(judgeGrowth(life(minutes, perHour, noise), limits)).toMatchObject({
      judged: true,
      isGrowing: false,
    });
  }
});

test.each([
  [20, 60, 3],
  [20, 120, 10],
  [60, 40, 3],
  [5, 600, 3],
])('a leak shows: in %d minutes, of %d MiB an hour, under noise of %d', (minutes, leak, noise) => {
  const growth = judgeGrowth(life(minutes, leak, noise), limits);
  expect(growth).toMatchObject({ judged: true, isGrowing: true });
  if (growth.judged) expect(Math.abs(growth.perHour - leak)).toBeLessThan(leak / 2);
});

test('the filling of the caches in the beginning is no leak', () => {
  const filling = life(10, 0, 3).map(({ at, value }) => ({
    at,
    value: value - 50 * Math.exp(-at / 40),
  }));
  expect(judgeGrowth(filling, limits)).toMatchObject({ judged: true, isGrowing: false });
});

test('one peak, or one step that stays small, is no leak', () => {
  const peak = life(10, 0, 1).map((point, index) =>
    index > 200 && index < 215 ? { ...point, value: point.value + 300 } : point,
  );
  expect(judgeGrowth(peak, limits)).toMatchObject({ isGrowing: false });
  const step = life(10, 0, 1).map((point, index) => ({
    ...point,
    value: point.value + (index > 220 ? 2 : 0),
  }));
  expect(judgeGrowth(step, limits)).toMatchObject({ isGrowing: false });
});

test('file handles that are never closed show, those that come and go do not', () => {
  const handles = { perHour: 20, leastRise: 5 };
  const lost = life(10, 0, 0).map(({ at }, index) => ({ at, value: 40 + Math.floor(index / 15) }));
  expect(judgeGrowth(lost, handles)).toMatchObject({ isGrowing: true });
  const busy = life(10, 0, 0).map(({ at }, index) => ({ at, value: 40 + ((index * 7) % 13) }));
  expect(judgeGrowth(busy, handles)).toMatchObject({ isGrowing: false });
});

test('a life that is too short is not judged', () => {
  expect(judgeGrowth(life(1, 5_000, 0), limits)).toEqual({ judged: false });
  expect(judgeGrowth([], limits)).toEqual({ judged: false });
});
