import type { Bet, Jackpot } from './state.js';

const basisPoints = 10_000n;

/**
 * Splits a stake by the jackpot's rates into the parts of pool and reserve; the rest is the
 * house's. The part that would lift the pool above the ceiling goes to the reserve. Shares are
 * rounded down to the micro-unit; up to two digits of the currency they are exact.
 */
export function contribution(
  { inForce, accounts }: Jackpot,
  stakeMicros: bigint,
): { parts: Pick<Bet, 'stakeMicros' | 'poolMicros' | 'reserveMicros'>; overflowMicros: bigint } {
  const poolPart = (stakeMicros * inForce.poolRate) / basisPoints;
  const reservePart = (stakeMicros * inForce.reserveRate) / basisPoints;
  if (inForce.ceilingMicros === undefined) {
    const parts = { stakeMicros, poolMicros: poolPart, reserveMicros: reservePart };
    return { parts, overflowMicros: 0n };
  }
  const room = inForce.ceilingMicros - accounts.pool;
  const poolMicros = room <= 0n ? 0n : poolPart < room ? poolPart : room;
  const overflowMicros = poolPart - poolMicros;
  const parts = { stakeMicros, poolMicros, reserveMicros: reservePart + overflowMicros };
  return { parts, overflowMicros };
}
