import { Pace, recordsPerApply } from './pace.js';

test('cheap records come in whole batches', () => {
  const pace = new Pace();
  for (let run = 0; run < 5; run += 1) pace.took(pace.records, pace.records * 0.005);
  expect(pace.records).toBe(recordsPerApply);
});

test('of costly records a run is so short that nothing else waits for 30 ms', () => {
  const pace = new Pace();
  const costMs = 0.05;
  pace.took(pace.records, pace.records * costMs);
  expect(pace.records * costMs).toBeLessThanOrEqual(30);
  expect(pace.records).toBeGreaterThanOrEqual(250);
});

test('it grows again by twice at most, and is never nothing', () => {
  const pace = new Pace();
  pace.took(4_000, 60_000);
  expect(pace.records).toBe(250);
  pace.took(1, 0);
  expect(pace.records).toBe(250);
  pace.took(250, 0);
  expect(pace.records).toBe(500);
});
