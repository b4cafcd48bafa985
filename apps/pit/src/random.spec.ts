import { Random } from './random.js';

test('a name always gives the same stream', () => {
  const random = new Random('1/0/play');
  expect([0, 1, 2, 3, 4, 5].map(() => random.below(1_000_000))).toMatchInlineSnapshot(`
   [
     918538,
     388103,
     807488,
     804542,
     428791,
     976671,
   ]
  `);
});

test('shares are spread evenly', () => {
  const random = new Random('spread');
  const counts = new Array<number>(10).fill(0);
  for (let count = 0; count < 100_000; count += 1) {
    const index = random.below(10);
    counts[index] = (counts[index] as number) + 1;
  }
  for (const count of counts) expect(Math.abs(count - 10_000)).toBeLessThan(400);
});

test('weights are kept', () => {
  const random = new Random('weights');
  const counts = { often: 0, seldom: 0, never: 0 };
  for (let count = 0; count < 10_000; count += 1) {
    counts[random.pickWeighted({ often: 9, seldom: 1, never: 0 })] += 1;
  }
  expect(counts.never).toBe(0);
  expect(counts.often / counts.seldom).toBeGreaterThan(8);
  expect(counts.often / counts.seldom).toBeLessThan(10);
});
