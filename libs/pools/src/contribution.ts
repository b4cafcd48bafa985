import type { Bet, Jackpot } from './state.js';

const basisPoints = 10_000n;

/**
 * Splits a stake by the jackpot's rates: what feeds the pool, what the reserve; the rest is the
 * house's. What would lift the pool above the ceiling goes to the reserve. Shares are rounded down
 * to the micro-unit; up to two digits of the currency they are exact.
 */
export function contribution(
  { terms, accounts }: Jackpot,
  stakeMicros: bigint,
): Pick<Bet, 'stakeMicros' | 'poolMicros' | 'reserveMicros'> {
  const poolPart = (stakeMicros * terms.poolRate) / basisPoints;
  const reservePart = (stakeMicros * terms.reserveRate) / basisPoints;
  if (terms.ceilingMicros === undefined) {
    return { stakeMicros, poolMicros: poolPart, reserveMicros: reservePart };
  }
  const room = terms.ceilingMicros - accounts.pool;
  const poolMicros = room <= 0n ? 0n : poolPart < room ? poolPart : room;
  return { stakeMicros, poolMicros, reserveMicros: reservePart + poolPart - poolMicros };
}
