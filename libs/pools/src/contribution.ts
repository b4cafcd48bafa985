import type { Accounts, Bet, Configuration } from './state.js';
import { microsPerMinor } from './state.js';

const basisPoints = 10_000n;

/**
 * Splits a stake (minor units) by the jackpot's rates: what feeds the pool, what the reserve; the
 * rest is the house's. What would lift the pool above the ceiling goes to the reserve instead.
 *
 * A share of a stake is exact for currencies of up to two digits; with three or more it is rounded
 * down to the micro-unit and the house has the rest.
 */
export function contribution(
  configuration: Configuration,
  exponent: number,
  accounts: Accounts,
  stakeMinor: number,
): Pick<Bet, 'stakeMicros' | 'poolMicros' | 'reserveMicros'> {
  const unit = microsPerMinor(exponent);
  const stakeMicros = BigInt(stakeMinor) * unit;
  const poolPart = (stakeMicros * BigInt(configuration.rates.pool)) / basisPoints;
  const reservePart = (stakeMicros * BigInt(configuration.rates.reserve)) / basisPoints;
  if (configuration.ceiling === null) {
    return { stakeMicros, poolMicros: poolPart, reserveMicros: reservePart };
  }
  const room = BigInt(configuration.ceiling) * unit - accounts.pool;
  const poolMicros = room <= 0n ? 0n : poolPart < room ? poolPart : room;
  return { stakeMicros, poolMicros, reserveMicros: reservePart + poolPart - poolMicros };
}
