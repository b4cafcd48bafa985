import { ServiceMetrics } from './service-metrics.js';

test('a page that takes long to make is made once for all who ask, and not at once again', async () => {
  const metrics = new ServiceMetrics('jackpot');
  let made = 0;
  metrics.watch('gauge', 'slow', 'A metric that takes 50 ms to read.', [], () => {
    made += 1;
    const untilMs = performance.now() + 50;
    while (performance.now() < untilMs);
    return [[made]];
  });
  const pages = await Promise.all([metrics.text(), metrics.text(), metrics.text()]);
  expect(new Set(pages).size).toBe(1);
  const beganMs = performance.now();
  while (made < 2) await metrics.text();
  // Ten times 50 ms; the first may have taken longer, never less.
  expect(performance.now() - beganMs).toBeGreaterThan(450);
});
