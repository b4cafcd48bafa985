import { formatMinor, type AwardMessage, type ValueMessage } from '#contract';
import { sampleAward } from '#testing/award-message';

/** Returns the hit of the award that made this version, without a wait for verification. */
export function hitOfVersion(version: number): NonNullable<ValueMessage['hit']> {
  const offset = version - 1;
  const winners = [{ seat: 1, hand: 'royal-flush' as const, amount: 100 }];
  return { award: `main/T1/${version}/${offset}`, offset, table: 'T1', state: 'awarded', winners };
}

/** Returns the message of an award as the ledger stores it, with changes: made by `version`. */
export function awardOfVersion(version: number, changes: Partial<AwardMessage> = {}): AwardMessage {
  const { award, offset, table, winners } = hitOfVersion(version);
  return sampleAward({
    ...{ id: award, table, round: String(version), poolBefore: 1_000, poolAfter: 900, offset },
    payouts: winners.map((each, index) => ({
      ...{ ...each, order: index + 1, basis: 'share' },
      ...{ fromPool: each.amount, fromHouse: 0 },
    })),
    recordedAt: new Date().toISOString(),
    states: winners.map(({ seat }) => ({ seat, state: 'awarded', slip: null, verified: null })),
    ...changes,
  });
}

/** Returns a value message as a commit publishes it, with changes. */
export function frameText(changes: Partial<ValueMessage>): string {
  const message: ValueMessage = {
    jackpot: 'main',
    currency: 'MOP',
    exponent: 2,
    value: 1_000,
    text: formatMinor(changes.value ?? 1_000, 'MOP'),
    version: 1,
    at: '2026-11-21T04:00:00.000Z',
    state: 'running',
    hit: null,
    pending: [],
    pendingMore: 0,
    last: null,
  };
  return JSON.stringify({ ...message, ...changes });
}
