import type { Authority, Configuration } from '#pools';
import { warningsOf, warningsOfChanges } from './apply-warnings.js';
import { changesBetween, type MemberChange } from './configuration-change.js';
import { gameFacts, type JackpotGame } from './odds/game.js';

/** What is to be known of a configuration before somebody brings it into force. */
export interface ConfiguredFacts extends JackpotGame {
  /** From the one that it takes the place of; empty where there is none. */
  readonly changes: readonly MemberChange[];
  /** What its owner may not have meant, and what would not work with the keys in force. */
  readonly warnings: readonly string[];
}

/**
 * What a configuration would be, beside the one that it takes the place of.
 * @param betsADay jackpot bets of all tables, at least 1
 */
export function configuredFacts(
  configuration: Configuration,
  replaced: Configuration | undefined,
  { authority, betsADay }: { readonly authority: Authority; readonly betsADay: number },
): ConfiguredFacts {
  const { odds, warnings } = gameFacts(configuration, betsADay);
  const changes = replaced ? changesBetween(replaced, configuration) : [];
  const own = [...warningsOf(configuration, authority), ...warningsOfChanges(changes)];
  return { odds, changes, warnings: [...warnings, ...own] };
}
