import { ByteBudget } from './byte-budget.js';

const mebibyte = 1024 * 1024;

test('an address has 40 MiB of answers at once, and 4 MiB a second; others have their own', () => {
  let nowMs = 0;
  const budget = new ByteBudget(4 * mebibyte, () => nowMs);
  for (let count = 0; count < 40; count += 1) budget.spend('a', mebibyte);
  expect(budget.secondsToWait('a')).toBe(0);
  budget.spend('a', 8 * mebibyte);
  expect([budget.secondsToWait('a'), budget.secondsToWait('b')]).toEqual([2, 0]);
  nowMs = 1_900;
  expect(budget.secondsToWait('a')).toBe(1);
  nowMs = 2_000;
  expect(budget.secondsToWait('a')).toBe(0);
});

test('ever more addresses take no memory for good', () => {
  let nowMs = 0;
  const budget = new ByteBudget(4 * mebibyte, () => nowMs);
  for (let count = 0; count < 30_000; count += 1) {
    nowMs += 1;
    budget.spend(`10.0.${count >> 8}.${count & 255}`, 1_000);
  }
  expect(Reflect.get(budget, 'byAddress').size).toBeLessThan(15_000);
});
