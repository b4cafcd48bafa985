import { setTimeout as sleep } from 'node:timers/promises';
import { SharedReading } from './shared-reading.js';

/** Counts its readings; each ends by its own call. */
function counted(freshForMs: number) {
  const ends: (() => void)[] = [];
  const shared = new SharedReading(async () => {
    const own = ends.length + 1;
    await new Promise<void>((resolve) => ends.push(resolve));
    return own;
  }, freshForMs);
  return { shared, ends };
}

test('who asks while a fresh reading is under way shares it, and so do later ones', async () => {
  const { shared, ends } = counted(60_000);
  const asked = [shared.get(), shared.get(), shared.get()];
  ends[0]?.();
  expect(await Promise.all(asked)).toEqual([1, 1, 1]);
  expect(await shared.get()).toBe(1);
});

test('a reading that was begun before it was asked for may have missed what is asked for', async () => {
  const { shared, ends } = counted(0);
  const first = shared.get();
  await sleep(2);
  const later = [shared.get(), shared.get()];
  ends[0]?.();
  expect(await first).toBe(1);
  await sleep(2);
  expect(ends).toHaveLength(2);
  ends[1]?.();
  expect(await Promise.all(later)).toEqual([2, 2]);
});

test('an older reading is read again', async () => {
  const { shared, ends } = counted(60_000);
  const first = shared.get();
  ends[0]?.();
  await first;
  await sleep(3);
  const again = shared.get(1);
  ends[1]?.();
  expect(await again).toBe(2);
});

test('a reading that failed is not kept, nor does it keep the next one', async () => {
  let readings = 0;
  const shared = new SharedReading(async () => {
    readings += 1;
    if (readings === 1) throw new Error('away');
    return readings;
  }, 60_000);
  await expect(shared.get()).rejects.toThrow('away');
  expect(await shared.get()).toBe(2);
});
