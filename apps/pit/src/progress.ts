import type { Tally } from './tally.js';

const everyMs = 500;

/** Shows the pit's progress in one line of the terminal. @returns a function that removes it */
export function showProgress(tally: Tally): () => void {
  if (!process.stderr.isTTY) return () => undefined;
  let seen = 0;
  const timer = setInterval(() => {
    const rate = Math.round(((tally.events - seen) * 1000) / everyMs);
    seen = tally.events;
    process.stderr.write(`\r\x1b[K${tally.progress} (${rate} events/s)`);
  }, everyMs);
  return () => {
    clearInterval(timer);
    process.stderr.write('\r\x1b[K');
  };
}
