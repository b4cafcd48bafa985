import type { WrittenConfiguration } from '#contract';

/**
 * A jackpot with round figures: seed MOP 10,000.00, 70 % of each stake to the pool, 5 % to the
 * reserve.
 */
export function jackpot(
  id: string,
  changes: Partial<WrittenConfiguration> = {},
): WrittenConfiguration {
  return {
    id,
    currency: 'MOP',
    ruleset: 'fortune-3-card-poker/94-2025',
    seed: 1_000_000,
    stake: { min: 5_000, max: 5_000 },
    rates: { pool: 7_000, reserve: 500 },
    prizes: {
      'royal-flush': { fixed: 500_000, share: 10_000 },
      'straight-flush': { fixed: 50_000, share: 1_000 },
      'four-of-a-kind': { fixed: 15_000 },
      'full-house': { fixed: 5_000 },
      flush: { fixed: 2_500 },
    },
    payoutUnit: 100,
    ...changes,
  };
}

/** A smaller one: of a stake of 1,000 the pool gets 700, the reserve 50, the house 250. */
export function smallJackpot(
  id: string,
  changes: Partial<WrittenConfiguration> = {},
): WrittenConfiguration {
  return jackpot(id, {
    seed: 100_000,
    stake: { min: 1_000, max: 10_000 },
    prizes: {
      'royal-flush': { fixed: 50_000, share: 10_000 },
      'straight-flush': { fixed: 5_000, share: 1_000 },
      'four-of-a-kind': { fixed: 1_500 },
      'full-house': { fixed: 500 },
      flush: { fixed: 250 },
    },
    ...changes,
  });
}

/** The special values of the worked cases: seed MOP 1,000,000.00, and prizes to match. */
export const fortune = {
  seed: 100_000_000,
  stake: { min: 5_000, max: 5_000 },
  prizes: {
    'royal-flush': { fixed: 50_000_000, share: 10_000 },
    'straight-flush': { fixed: 2_500_000, share: 1_000 },
    'four-of-a-kind': { fixed: 1_500_000 },
    'full-house': { fixed: 500_000 },
    flush: { fixed: 250_000 },
  },
} as const satisfies Partial<WrittenConfiguration>;
