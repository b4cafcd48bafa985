import type { AwardMessage } from '#contract';

/**
 * A sample award, not calculated by the rules: one flush, paid by the house, with the given
 * changes.
 */
export function sampleAward(changes: Partial<AwardMessage> = {}): AwardMessage {
  const payout = { order: 1, seat: 1, hand: 'flush', basis: 'fixed' } as const;
  return {
    ...{ id: 'main/T1/1/1', jackpot: 'main', table: 'T1', round: '1', currency: 'MOP' },
    ...{ poolBefore: 100_000, poolAfter: 100_000 },
    payouts: [{ ...payout, amount: 250, fromPool: 0, fromHouse: 250 }],
    ...{ restart: null, offset: 1, wonAt: null, recordedAt: '2026-11-21T04:00:00.000Z' },
    states: [{ seat: 1, state: 'awarded', slip: null, verified: null }],
    ...{ by: [], cause: null, replaces: null, affects: [] },
    ...changes,
  };
}
