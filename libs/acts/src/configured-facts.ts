import type { Authority, Configuration } from '#pools';
import { refusedBy, warningsOf, warningsOfChanges } from './apply-warnings.js';
import { changesBetween, type MemberChange } from './configuration-change.js';
import { gameFacts, type JackpotGame } from './odds/game.js';

/** Facts about a configuration, for people to read before it comes into force. */
export interface ConfiguredFacts extends JackpotGame {
  /** Changes from the configuration that it replaces; empty if it does not replace one. */
  readonly changes: readonly MemberChange[];
  /** Possible mistakes, and anything that would not work with the keys in force. */
  readonly warnings: readonly string[];
  /**
   * The part of `warnings` that people answer before it is sent: what the changes bring, and of a
   * new jackpot what costs money from the first day.
   */
  readonly looks: readonly string[];
}

/**
 * Describes a configuration, compared with the one that it replaces.
 * @param betsADay jackpot bets of all tables, at least 1
 */
export function configuredFacts(
  configuration: Configuration,
  replaced: Configuration | undefined,
  { authority, betsADay }: { readonly authority: Authority; readonly betsADay: number },
): ConfiguredFacts {
  const { odds, warnings, ruinous } = gameFacts(configuration, betsADay);
  const changes = replaced ? changesBetween(replaced, configuration) : [];
  const own = warningsOfChanges(changes);
  const known = replaced && new Set(gameFacts(replaced, betsADay).warnings.map(withoutFigures));
  const brought = known ? warnings.filter((each) => !known.has(withoutFigures(each))) : ruinous;
  const before = replaced && refusedBy(replaced, authority);
  const refused = before
    ? refusedBy(configuration, authority).filter((each) => !before.includes(each))
    : [];
  return {
    ...{ odds, ruinous, changes },
    looks: [...brought, ...refused, ...own],
    warnings: [...warnings, ...warningsOf(configuration, authority), ...own],
  };
}

/** An old warning with other figures is still the old one. */
function withoutFigures(sentence: string): string {
  return sentence.replaceAll(/[\d.,]+/g, '#');
}
