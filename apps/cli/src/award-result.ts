import { formatMinor, type AwardMessage } from '#contract';
import { awardId } from '#pools';
import type { Connections } from './connections.js';
import { readClaims } from './jackpots.js';
import type { Answered } from './sending.js';
import type { Command } from './signer.js';
import { visible } from './visible.js';

/**
 * An award as it is after it was verified or granted, with its slips or its id: nobody knew them
 * before, since others may have acted meanwhile. Null after another act, and where it was refused.
 * @param answers to the record that did the act.
 */
export async function resultOf(
  connections: Connections,
  { type, subject, data }: Command,
  answers: readonly Answered[],
): Promise<AwardMessage | null> {
  const [answer] = answers;
  if (!answer || answer.refusal !== undefined) return null;
  const { award, table = '', round = '' } = data as Record<'award' | 'table' | 'round', string>;
  const isGranted = type === 'award.granted';
  if (!isGranted && type !== 'award.verified') return null;
  const id = isGranted ? awardId(subject, table, round, answer.offset) : award;
  const { claims } = await readClaims(connections, subject);
  return claims.find((each) => each.id === id) ?? null;
}

/** Empty for null. */
export function describeResult(award: AwardMessage | null): string {
  if (!award) return '';
  const { id, currency, payouts, states } = award;
  const seats = payouts.map(({ seat, amount, stakeReturned = 0 }, index) => {
    const { state = '', slip = null } = states[index] ?? {};
    const slipNumber = slip === null ? '' : `, slip ${slip}`;
    return `  seat ${seat}: ${state}${slipNumber}, ${formatMinor(amount + stakeReturned, currency)}\n`;
  });
  return `${visible(id)}\n${seats.join('')}`;
}
