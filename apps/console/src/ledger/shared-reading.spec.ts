import { setTimeout as sleep } from 'node:timers/promises';
import { SharedReading } from './shared-reading.js';

test('who asks at the same time shares one reading, and later ones share it while it is fresh', async () => {
  let readings = 0;
  const shared = new SharedReading(async () => (readings += 1), 60_000);
  expect(await Promise.all([shared.get(), shared.get(), shared.get()])).toEqual([1, 1, 1]);
  expect(await shared.get()).toBe(1);
});

test('an older reading is read again', async () => {
  let readings = 0;
  const shared = new SharedReading(async () => (readings += 1), 60_000);
  await shared.get();
  await sleep(2);
  expect(await shared.get(1)).toBe(2);
});

test('a reading that failed is not kept', async () => {
  let readings = 0;
  const shared = new SharedReading(async () => {
    readings += 1;
    if (readings === 1) throw new Error('away');
    return readings;
  }, 60_000);
  await expect(shared.get()).rejects.toThrow('away');
  expect(await shared.get()).toBe(2);
});
