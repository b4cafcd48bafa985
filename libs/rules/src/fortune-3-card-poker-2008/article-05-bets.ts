import type { Amount } from '../amount.js';

/**
 * Article 5, the bets. Despacho 78/2008, in force from 12 August 2008 to 10 November 2025.
 *
 * (1) "The players may choose between two kinds of bets: (1) the Ante; (2) Pair Plus."
 *
 * (2) "The players may make a single bet, or one that combines the kinds of paragraph 1."
 *
 * There is no additional bet, so a stake on one is none. Pair Plus alone is settled without a Raise
 * (B11).
 */
const bets2008 = ['ante', 'pairPlus'] as const;

/** Separates a player's bets into those of (1) and those that the game does not know. */
export function acceptBets2008(bets: Readonly<Record<string, Amount>>): {
  accepted: string[];
  invalid: string[];
} {
  const made = Object.keys(bets).filter((bet) => bets[bet]! > 0n);
  const isKnown = (bet: string): boolean => (bets2008 as readonly string[]).includes(bet);
  return { accepted: made.filter(isKnown), invalid: made.filter((bet) => !isKnown(bet)) };
}
