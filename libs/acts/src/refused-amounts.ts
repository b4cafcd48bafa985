import { formatMicros, formatMinor } from '#contract';
import { handedOver, type Jackpot } from '#pools';
import type { Command } from './command.js';

/**
 * The amounts of an act that asks too much of a pool, in words for people: the ledger's sentence
 * counts in minor units.
 * @param jackpot as it was before the act; undefined if there is none
 * @returns a sentence with a space before it; empty if no amount is at fault
 */
export function refusedAmounts({ type, data }: Command, jackpot: Jackpot | undefined): string {
  if (jackpot === undefined) return '';
  const { accounts, configuration, inForce } = jackpot;
  const { currency } = configuration;
  const micros = (minor: number): bigint => BigInt(minor) * inForce.minorUnitMicros;
  if (type === 'pool.adjusted') {
    const { account, amount } = data as { account: 'pool' | 'reserve'; amount: number };
    if (micros(-amount) <= accounts[account]) return '';
    return ` The ${account} holds ${formatMicros(accounts[account], currency)}; ${formatMinor(-amount, currency)} were to be taken.`;
  }
  if (type === 'award.paid') return wrongAmount(data as PaidSeat, jackpot);
  if (type === 'award.granted') {
    const { payouts } = data as { payouts: readonly { fromPool: number }[] };
    const fromPool = payouts.reduce((sum, each) => sum + each.fromPool, 0);
    if (micros(fromPool) <= accounts.pool) return '';
    return ` The pool holds ${formatMicros(accounts.pool, currency)}; ${formatMinor(fromPool, currency)} were to come from it.`;
  }
  const { ceiling } = data as { ceiling?: number | null };
  if (type !== 'jackpot.configured' || typeof ceiling !== 'number') return '';
  if (micros(ceiling) >= accounts.pool) return '';
  return ` The pool holds ${formatMicros(accounts.pool, currency)}; the ceiling would be ${formatMinor(ceiling, currency)}.`;
}

interface PaidSeat {
  readonly award: string;
  readonly seat: number;
  readonly amount: number;
}

/** @param jackpot with its claims. */
function wrongAmount({ award, seat, amount }: PaidSeat, jackpot: Jackpot): string {
  const { claims, configuration, inForce } = jackpot;
  const payout = claims.get(award)?.payouts.find((each) => each.seat === seat);
  if (!payout || handedOver(payout) === BigInt(amount) * inForce.minorUnitMicros) return '';
  const { currency } = configuration;
  return ` Seat ${seat} gets ${formatMicros(handedOver(payout), currency)}; ${formatMinor(amount, currency)} were to be paid.`;
}
