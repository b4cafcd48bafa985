import type { Configuration } from '#pools';
import { gameWarnings } from './game-warnings.js';
import { oddsFacts, type OddsFacts } from './odds-facts.js';

/** The mathematics of a configuration, and what its owner may not have meant. */
export interface Game {
  readonly odds: OddsFacts;
  readonly warnings: readonly string[];
}

/** Jackpot bets of all tables a day, where nobody has said how many. */
export const usualBetsADay = 10_000;

/** @param betsADay jackpot bets of all tables, at least 1 */
export function gameOf(configuration: Configuration, betsADay: number): Game {
  const odds = oddsFacts(configuration, betsADay);
  return { odds, warnings: gameWarnings(configuration, odds) };
}
