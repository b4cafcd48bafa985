import { formatMinor, type ValueMessage } from '#contract';
import type { Claim, Hit, Jackpot } from '#pools';

/**
 * The message to a sign: the pool rounded down to the minor unit, so a sign never shows more than
 * the pool holds.
 */
export function valueMessage(jackpot: Jackpot, hit: Hit | null): ValueMessage {
  const { configuration, inForce, accounts, exponent, lastWin } = jackpot;
  const minorOf = (micros: bigint): number => Number(micros / inForce.minorUnitMicros);
  const value = minorOf(accounts.pool);
  return {
    jackpot: jackpot.id,
    currency: configuration.currency,
    exponent,
    value,
    text: formatMinor(value, configuration.currency),
    version: jackpot.version,
    at: new Date(jackpot.changedAtMs).toISOString(),
    state: signState(jackpot),
    hit: hit && hitMessage(hit, minorOf),
    pending: pendingOf(jackpot, minorOf),
    pendingMore: Math.max(0, jackpot.open.size - pendingShown),
    last: lastWin && {
      award: lastWin.award,
      table: lastWin.table,
      hand: lastWin.hand,
      amount: minorOf(lastWin.amountMicros),
      at: new Date(lastWin.atMs).toISOString(),
    },
  };
}

/** The state of a jackpot in the words of its sign. */
export function signState({ retired, suspended }: Jackpot): ValueMessage['state'] {
  if (retired) return 'retired';
  return suspended ? 'suspended' : 'running';
}

type Minor = (micros: bigint) => number;

function hitMessage(
  { claim, offset, state, winners }: Hit,
  minorOf: Minor,
): NonNullable<ValueMessage['hit']> {
  return {
    ...{ award: claim.id, offset, table: claim.table, state },
    winners: winners.map(({ seat, hand, amountMicros }) => ({
      ...{ seat, hand },
      amount: minorOf(amountMicros),
    })),
  };
}

/** Most waiting awards on a sign, which has no room for more. */
const pendingShown = 8;

function pendingOf({ claims, open }: Jackpot, minorOf: Minor): ValueMessage['pending'] {
  const waiting = [...open].toReversed().map((id) => waitingOf(claims.get(id) as Claim, minorOf));
  // The newest comes first among equal sums: the sort is stable.
  const largest = waiting.toSorted((one, other) => other.sum - one.sum).slice(0, pendingShown);
  return largest.map(({ claim, winners }) => {
    const at = new Date(claim.recordedAtMs).toISOString();
    return { award: claim.id, table: claim.table, at, winners };
  });
}

type Winners = ValueMessage['pending'][number]['winners'];
interface Waiting {
  readonly claim: Claim;
  readonly winners: Winners;
  /** Minor units. */
  readonly sum: number;
}

/** Caches by claim: a claim never changes, and a thousand may wait while each value is made. */
const known = new WeakMap<Claim, Waiting>();

function waitingOf(claim: Claim, minorOf: Minor): Waiting {
  const before = known.get(claim);
  if (before) return before;
  const winners = claim.payouts.flatMap(({ seat, hand, amountMicros }, index) => {
    const state = claim.seats[index]?.state;
    if (state !== 'locked' && state !== 'verified') return [];
    return [{ seat, hand, amount: minorOf(amountMicros), state }];
  });
  const waiting = { claim, winners, sum: winners.reduce((sum, { amount }) => sum + amount, 0) };
  known.set(claim, waiting);
  return waiting;
}
