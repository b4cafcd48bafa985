import { Turns } from './turns.js';

test('who comes in one turn of the process begins at once, and together', async () => {
  const turns = new Turns(600_000);
  const begun: number[] = [];
  const comers = [0, 1, 2].map((each) => turns.next().then(() => begun.push(each)));
  await Promise.resolve();
  expect(begun).toEqual([]);
  await Promise.all(comers);
  expect(begun).toHaveLength(3);
});

test('who comes after a turn has begun waits for the rest, and no longer', async () => {
  const restMs = 60;
  const turns = new Turns(restMs);
  // Measured before the turn begins: the process may be stopped just after it.
  const beganAtMs = performance.now();
  await turns.next();
  await turns.next();
  // Clock and timer may differ by some milliseconds.
  expect(performance.now() - beganAtMs).toBeGreaterThan(restMs - 5);
});

test('the end begins what waits, and nothing rests after it', async () => {
  const turns = new Turns(600_000);
  await turns.next();
  let isBegun = false;
  void turns.next().then(() => (isBegun = true));
  await turns.end();
  expect(isBegun).toBe(true);
  await turns.next();
});
