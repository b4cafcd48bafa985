import type { Configuration } from '#pools';
import { gameWarnings } from './game-warnings.js';
import { oddsFacts, type OddsFacts } from './odds-facts.js';

/** The mathematics of a configuration, and possible mistakes. */
export interface JackpotGame {
  readonly odds: OddsFacts;
  readonly warnings: readonly string[];
}

/** @param betsADay jackpot bets of all tables, at least 1 */
export function gameFacts(configuration: Configuration, betsADay: number): JackpotGame {
  const odds = oddsFacts(configuration, betsADay);
  return { odds, warnings: gameWarnings(configuration, odds) };
}
