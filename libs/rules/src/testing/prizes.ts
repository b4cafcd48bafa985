import { prizesOf } from '../fortune-3-card-poker-2025/article-16-3-jackpot-prizes.js';

/** Fixed amounts of `apps/rules/vectors.json`, in whole patacas. */
export const usualPrizes = prizesOf({
  'royal-flush': 300_000n,
  'straight-flush': 30_000n,
  'four-of-a-kind': 5_000n,
  'full-house': 1_500n,
  flush: 750n,
});
