import type { Configuration } from '#pools';
import { gameWarnings, ruinousFigures } from './game-warnings.js';
import { oddsFacts, type OddsFacts } from './odds-facts.js';

/** The mathematics of a configuration, and possible mistakes, as sentences. */
export interface JackpotGame {
  readonly odds: OddsFacts;
  readonly warnings: readonly string[];
  /** The part of `warnings` that costs money from the first day. */
  readonly ruinous: readonly string[];
}

/** @param betsADay jackpot bets of all tables, at least 1 */
export function gameFacts(configuration: Configuration, betsADay: number): JackpotGame {
  const odds = oddsFacts(configuration, betsADay);
  const ruinous = ruinousFigures(configuration, odds);
  return { odds, ruinous, warnings: [...ruinous, ...gameWarnings(configuration, odds)] };
}
