import { formatMinor, type ValueMessage } from '#contract';

/** The hit of the award that made this version. */
export function hitOfVersion(version: number): NonNullable<ValueMessage['hit']> {
  const award = `main/T1/${version}/${version - 1}`;
  return { award, table: 'T1', winners: [{ seat: 1, hand: 'royal-flush', amount: 100 }] };
}

/** A value message as a commit publishes it, with what differs. */
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
    last: null,
  };
  return JSON.stringify({ ...message, ...changes });
}
