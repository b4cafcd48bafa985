import type { ValueMessage } from '#contract';

export function hit(award: string): NonNullable<ValueMessage['hit']> {
  return { award, hand: 'royal-flush', amount: 100, table: 'T1' };
}

/** A value message as a commit publishes it, with what differs. */
export function frameText(changes: Partial<ValueMessage>): string {
  const message: ValueMessage = {
    jackpot: 'main',
    currency: 'MOP',
    value: 1_000,
    version: 1,
    at: '2026-11-21T04:00:00.000Z',
    hit: null,
  };
  return JSON.stringify({ ...message, ...changes });
}
