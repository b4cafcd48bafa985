import { ServiceMetrics } from './service-metrics.js';

test('few pages are all new, and many take no more than a tenth of the time', async () => {
  const metrics = new ServiceMetrics('jackpot');
  let made = 0;
  metrics.watch('gauge', 'slow', 'A metric that takes 50 ms to read.', [], () => {
    made += 1;
    const untilMs = performance.now() + 50;
    while (performance.now() < untilMs);
    return [[made]];
  });
  const pages = [await metrics.text(), await metrics.text(), await metrics.text()];
  expect(new Set(pages).size).toBe(3);
  await Promise.all(Array.from({ length: 200 }, () => metrics.text()));
  // Two seconds of making pages at once, and the time that came back meanwhile.
  expect(made).toBeGreaterThan(3);
  expect(made).toBeLessThan(60);
});
