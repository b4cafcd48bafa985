import { Random } from '#pit/random';
import { judgeGrowth, warmUpSeconds, type Point } from './growth.js';

const limit = { perHour: 40, blockBy: 'median' } as const;

interface Shape {
  readonly minutes: number;
  readonly perHour: number;
  readonly noise: number;
  /** The part of a sample's noise that it shares with the sample before it. */
  readonly alike?: number;
  readonly seed?: string;
}

/** Resident memory of 180 MiB, measured every two seconds. */
function life({ minutes, perHour, noise, alike = 0.9, seed = '1' }: Shape): Point[] {
  const random = new Random(`life ${minutes} ${perHour} ${noise} ${seed}`);
  let swing = 0;
  return Array.from({ length: minutes * 30 }, (_, index) => {
    const at = index * 2;
    swing = alike * swing + (random.share() - 0.5) * noise;
    return { at, value: 180 + (perHour * at) / 3_600 + swing };
  });
}

test.each([15, 20, 60])('a flat noisy series of %d minutes is flat', (minutes) => {
  const growth = judgeGrowth(life({ minutes, perHour: 0, noise: 1 }), limit);
  expect(growth.verdict).toBe('flat');
  expect(growth.interval[1]).toBeLessThan(limit.perHour);
});

test('a series that never moves is flat, and one that falls is', () => {
  expect(judgeGrowth(life({ minutes: 10, perHour: 0, noise: 0 }), limit)).toMatchObject({
    verdict: 'flat',
    interval: [0, 0],
  });
  expect(judgeGrowth(life({ minutes: 20, perHour: -200, noise: 2 }), limit).verdict).toBe('flat');
});

test.each([
  [20, 50, 1],
  [20, 211, 5],
  [60, 50, 5],
])('in %d minutes a leak of %d MiB an hour shows, under noise of %d', (minutes, perHour, noise) => {
  const growth = judgeGrowth(life({ minutes, perHour, noise }), limit);
  expect(growth.verdict).toBe('grows');
  expect(growth.interval[0]).toBeLessThan(perHour);
  expect(growth.interval[1]).toBeGreaterThan(perHour);
});

test('a leak of just more than the limit never passes, whatever the noise', () => {
  for (const noise of [0, 0.5, 2, 8]) {
    for (const minutes of [10, 20, 60]) {
      const leak = life({ minutes, perHour: limit.perHour + 1, noise, seed: 'just more' });
      expect(judgeGrowth(leak, limit).verdict).not.toBe('flat');
    }
  }
});

test('a short noisy series is not shown to be flat, so it does not pass', () => {
  const short = judgeGrowth(life({ minutes: 10, perHour: 0, noise: 10 }), limit);
  expect(short.verdict).toBe('not shown');
  expect(short.interval[1]).toBeGreaterThan(limit.perHour);
});

test('a life that ends with its warm-up, or has no samples, is not shown', () => {
  expect(judgeGrowth(life({ minutes: 5, perHour: 0, noise: 0 }), limit).verdict).toBe('not shown');
  expect(judgeGrowth(life({ minutes: 9, perHour: 0, noise: 0 }), limit).verdict).toBe('not shown');
  expect(judgeGrowth([], limit).verdict).toBe('not shown');
});

test('the interval of 95 % has the true slope, though the samples are much alike', () => {
  const held = Array.from({ length: 200 }, (_, seed) => {
    const shape = { minutes: 20, perHour: 15, noise: 4, alike: 0.95, seed: String(seed) };
    const [low, high] = judgeGrowth(life(shape), limit).interval;
    return low < 15 && 15 < high;
  });
  expect(held.filter(Boolean).length).toBeGreaterThanOrEqual(186);
});

test('the filling of caches within the warm-up is no leak', () => {
  const filling = life({ minutes: 20, perHour: 0, noise: 1 }).map(({ at, value }) => ({
    at,
    value: value - 50 * Math.max(0, 1 - at / warmUpSeconds),
  }));
  expect(judgeGrowth(filling, limit).verdict).toBe('flat');
});

test('one peak decides nothing, nor do bursts where floors are taken', () => {
  const peak = life({ minutes: 20, perHour: 0, noise: 1 }).map((point, index) =>
    index > 400 && index < 405 ? { ...point, value: point.value + 300 } : point,
  );
  expect(judgeGrowth(peak, limit).verdict).toBe('flat');
  const bursts = life({ minutes: 20, perHour: 0, noise: 1 }).map(({ at, value }, index) => ({
    at,
    value: value + (index % 29) * 2,
  }));
  expect(judgeGrowth(bursts, { ...limit, blockBy: 'floor' }).verdict).toBe('flat');
});

test('one handle lost with each fault shows', () => {
  const handles = { perHour: 30, blockBy: 'median' } as const;
  const lost = life({ minutes: 20, perHour: 0, noise: 0 }).map(({ at }) => ({
    at,
    value: 10 + Math.floor(at / 60),
  }));
  expect(judgeGrowth(lost, handles).verdict).toBe('grows');
});

test('handles that are let go in steps are flat', () => {
  const fewer = life({ minutes: 20, perHour: 0, noise: 0 }).map(({ at }) => ({
    at,
    value: 227 - Math.floor(at / 240),
  }));
  expect(judgeGrowth(fewer, { perHour: 30, blockBy: 'median' }).verdict).toBe('flat');
});
